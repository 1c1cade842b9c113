package io.windsock.topology.streams;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer whose {@code poll} hands out {@link Parcel}s and notes where the log ends, and what of
 * it was deleted before it was received; in all else the one given.
 */
final class ParcelConsumer extends ForwardingConsumer {
  private static final Logger LOG = LoggerFactory.getLogger(ParcelConsumer.class);
  private static final long NOTE_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Consumer<byte[], byte[]> consumer;
  private final SourceEnds ends;
  private final LostRanges lost;
  private final Map<TopicPartition, Long> begins = new HashMap<>();
  private long notedNs = System.nanoTime() - NOTE_EVERY_NS;

  ParcelConsumer(Consumer<byte[], byte[]> consumer, SourceEnds ends, LostRanges lost) {
    super(consumer);
    this.consumer = consumer;
    this.ends = ends;
    this.lost = lost;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    ConsumerRecords<byte[], byte[]> polled;
    try {
      polled = consumer.poll(timeout);
    } catch (OffsetOutOfRangeException e) {
      noteLost(e.offsetOutOfRangePartitions());
      throw e;
    }
    noteEnds();
    return packed(polled);
  }

  @Override
  public void seekToBeginning(Collection<TopicPartition> partitions) {
    consumer.seekToBeginning(partitions);
    seekToNoted();
  }

  /** Streams goes on at the beginning, and asks nobody what is missing before it. */
  private void noteLost(Map<TopicPartition, Long> missing) {
    consumer
        .beginningOffsets(missing.keySet())
        .forEach(
            (partition, begin) -> {
              long next = Objects.requireNonNull(missing.get(partition));
              if (begin > next) {
                LOG.error(
                    "Offsets {} to {} of {} were deleted before they were received",
                    next,
                    begin - 1,
                    partition);
                lost.note(partition, next, begin);
                begins.put(partition, begin);
              }
            });
  }

  /** What is deleted from now on is out of range again, and noted. */
  private void seekToNoted() {
    begins.forEach(
        (partition, begin) -> {
          if (consumer.assignment().contains(partition)) {
            consumer.seek(partition, begin);
          }
        });
    begins.clear();
  }

  private void noteEnds() {
    long nowNs = System.nanoTime();
    if (nowNs - notedNs >= NOTE_EVERY_NS) {
      notedNs = nowNs;
      ends.note(consumer);
    }
  }

  private static ConsumerRecords<byte[], byte[]> packed(ConsumerRecords<byte[], byte[]> polled) {
    if (polled.isEmpty()) {
      return polled;
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> packed = new HashMap<>();
    for (TopicPartition partition : polled.partitions()) {
      packed.put(partition, Parcel.pack(polled.records(partition)));
    }
    return new ConsumerRecords<>(packed, polled.nextOffsets());
  }
}
