package io.windsock.topology.streams;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka consumer whose {@code poll} returns {@link RecordBatch}es. It also notes where the log
 * ends, and which records were deleted before they were received. If a log has lost its end, it
 * continues at the new end.
 */
final class BatchingConsumer extends KafkaConsumer<byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(BatchingConsumer.class);
  private static final long NOTE_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Map<TopicPartition, Long> ends;
  private final LostRanges lost;
  private final Predicate<TopicPartition> recreated;

  /** Where to continue after the reset that Streams is about to make. */
  private final Map<TopicPartition, Long> resumeAt = new HashMap<>();

  /** By partition, the offset after the last record returned since the partition was assigned. */
  private final Map<TopicPartition, Long> handedOut = new HashMap<>();

  private long notedNs = System.nanoTime() - NOTE_EVERY_NS;

  /**
   * Creates a consumer.
   *
   * @param ends receives the known ends of the assigned partitions; safe for use from any thread
   * @param lost receives the ranges of deleted records
   * @param recreated whether a partition belongs to another topic than before
   */
  BatchingConsumer(
      Map<String, Object> config,
      Map<TopicPartition, Long> ends,
      LostRanges lost,
      Predicate<TopicPartition> recreated) {
    super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.ends = ends;
    this.lost = lost;
    this.recreated = recreated;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    ConsumerRecords<byte[], byte[]> polled;
    try {
      polled = super.poll(timeout);
    } catch (OffsetOutOfRangeException e) {
      noteLost(e);
      throw e;
    }
    noteEnds();
    return packed(polled);
  }

  @Override
  public void seekToBeginning(Collection<TopicPartition> partitions) {
    super.seekToBeginning(partitions);
    noteUncommitted(partitions);
    seekToNoted();
  }

  @Override
  public void seek(TopicPartition partition, long offset) {
    handedOut.remove(partition);
    super.seek(partition, offset);
  }

  @Override
  public void seek(TopicPartition partition, OffsetAndMetadata offset) {
    handedOut.remove(partition);
    super.seek(partition, offset);
  }

  @Override
  public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
    super.subscribe(topics, new Forgetful(listener, handedOut));
  }

  @Override
  public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
    super.subscribe(pattern, new Forgetful(listener, handedOut));
  }

  @Override
  public void subscribe(SubscriptionPattern pattern, ConsumerRebalanceListener listener) {
    super.subscribe(pattern, new Forgetful(listener, handedOut));
  }

  /** Forgets the progress of a partition that is reassigned. */
  private record Forgetful(ConsumerRebalanceListener listener, Map<TopicPartition, Long> handedOut)
      implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      handedOut.keySet().removeAll(partitions);
      listener.onPartitionsAssigned(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      listener.onPartitionsRevoked(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      listener.onPartitionsLost(partitions);
    }
  }

  /** Streams continues at the beginning without reporting the missing records. */
  private void noteLost(OffsetOutOfRangeException fault) {
    Map<TopicPartition, Long> missing = fault.offsetOutOfRangePartitions();
    beginningOffsets(missing.keySet())
        .forEach(
            (partition, begin) -> {
              long next = Objects.requireNonNull(missing.get(partition));
              if (begin > next) {
                noteDeleted(partition, next, begin);
              } else if (!recreated.test(partition)) {
                noteTruncated(partition, next, Math.max(begin, end(fault, partition, next)));
              }
            });
  }

  private void noteDeleted(TopicPartition partition, long next, long begin) {
    LOG.error(
        "Offsets {} to {} of {} were deleted before they were received",
        next,
        begin - 1,
        partition);
    lost.note(partition, handedOut.getOrDefault(partition, 0L), next, begin);
    resumeAt.put(partition, begin);
  }

  /** From the beginning, all retained records would be sent again under new sequences. */
  private void noteTruncated(TopicPartition partition, long next, long end) {
    if (end < next) {
      LOG.error(
          "{} has lost its end: offset {} is next, but the log that was read ends at {}. What was"
              + " received of offsets {} to {} is only in the outputs; records that were appended"
              + " there since are received as new ones",
          partition,
          next,
          end,
          end,
          next - 1);
    }
    handedOut.remove(partition);
    resumeAt.put(partition, end);
  }

  /** Returns where the log ends that was read up to {@code next}. It may have grown since. */
  private long end(OffsetOutOfRangeException fault, TopicPartition partition, long next) {
    if (fault instanceof LogTruncationException truncation) {
      OffsetAndMetadata diverges = truncation.divergentOffsets().get(partition);
      if (diverges != null) {
        return diverges.offset();
      }
    }
    return Math.min(next, endOffsets(Set.of(partition)).getOrDefault(partition, next));
  }

  /** Streams starts partitions without a committed offset at the beginning. */
  private void noteUncommitted(Collection<TopicPartition> partitions) {
    Set<TopicPartition> uncommitted = new HashSet<>(partitions);
    uncommitted.removeAll(resumeAt.keySet());
    if (!uncommitted.isEmpty()) {
      beginningOffsets(uncommitted)
          .forEach(
              (partition, begin) -> {
                lost.noteUncommitted(partition, begin);
                resumeAt.put(partition, begin);
              });
    }
  }

  /** Records deleted from now on make the position out of range again, and are noted. */
  private void seekToNoted() {
    resumeAt.forEach(
        (partition, offset) -> {
          if (assignment().contains(partition)) {
            super.seek(partition, offset);
          }
        });
    resumeAt.clear();
  }

  private void noteEnds() {
    long nowNs = System.nanoTime();
    if (nowNs - notedNs >= NOTE_EVERY_NS) {
      notedNs = nowNs;
      for (TopicPartition at : assignment()) {
        currentLag(at).ifPresent(lag -> ends.put(at, position(at) + lag));
      }
    }
  }

  private ConsumerRecords<byte[], byte[]> packed(ConsumerRecords<byte[], byte[]> polled) {
    if (polled.isEmpty()) {
      return polled;
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> packed = new HashMap<>();
    for (TopicPartition partition : polled.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
      packed.put(partition, RecordBatch.pack(records));
      handedOut.put(partition, records.get(records.size() - 1).offset() + 1);
    }
    return new ConsumerRecords<>(packed, polled.nextOffsets());
  }
}
