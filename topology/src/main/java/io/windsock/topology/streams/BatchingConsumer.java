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
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka consumer whose {@code poll} returns {@link RecordBatch}es. It also notes where the log
 * ends, and which records were deleted before they were received.
 */
final class BatchingConsumer extends KafkaConsumer<byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(BatchingConsumer.class);
  private static final long NOTE_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Map<TopicPartition, Long> ends;
  private final LostRanges lost;
  private final Map<TopicPartition, Long> begins = new HashMap<>();

  /** By partition, the offset after the last record returned since the partition was assigned. */
  private final Map<TopicPartition, Long> handedOut = new HashMap<>();

  private long notedNs = System.nanoTime() - NOTE_EVERY_NS;

  /**
   * Creates a consumer.
   *
   * @param ends receives the known ends of the assigned partitions; safe for use from any thread
   * @param lost receives the ranges of deleted records
   */
  BatchingConsumer(Map<String, Object> config, Map<TopicPartition, Long> ends, LostRanges lost) {
    super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.ends = ends;
    this.lost = lost;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    ConsumerRecords<byte[], byte[]> polled;
    try {
      polled = super.poll(timeout);
    } catch (OffsetOutOfRangeException e) {
      noteLost(e.offsetOutOfRangePartitions());
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
  private void noteLost(Map<TopicPartition, Long> missing) {
    beginningOffsets(missing.keySet())
        .forEach(
            (partition, begin) -> {
              long next = Objects.requireNonNull(missing.get(partition));
              if (begin > next) {
                LOG.error(
                    "Offsets {} to {} of {} were deleted before they were received",
                    next,
                    begin - 1,
                    partition);
                lost.note(partition, handedOut.getOrDefault(partition, 0L), next, begin);
                begins.put(partition, begin);
              }
            });
  }

  /** Streams starts partitions without a committed offset at the beginning. */
  private void noteUncommitted(Collection<TopicPartition> partitions) {
    Set<TopicPartition> uncommitted = new HashSet<>(partitions);
    uncommitted.removeAll(begins.keySet());
    if (!uncommitted.isEmpty()) {
      beginningOffsets(uncommitted)
          .forEach(
              (partition, begin) -> {
                lost.noteUncommitted(partition, begin);
                begins.put(partition, begin);
              });
    }
  }

  /** Records deleted from now on make the position out of range again, and are noted. */
  private void seekToNoted() {
    begins.forEach(
        (partition, begin) -> {
          if (assignment().contains(partition)) {
            super.seek(partition, begin);
          }
        });
    begins.clear();
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
