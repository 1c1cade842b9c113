package io.windsock.cli.topics;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the last records of each partition. Not every offset is a record: transaction markers use
 * offsets, and compaction leaves gaps. So it reads a range before the end, and a longer one if that
 * holds too few records.
 */
final class LastRecords {
  /** The most records that may be requested: their offsets are kept in memory. */
  static final int MAX = 1_000_000;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final long FIRST_STRETCH = 100;
  private static final long LONGER = 4;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final int wanted;
  private final Map<TopicPartition, Long> first;
  private final Map<TopicPartition, Long> ends;

  private LastRecords(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, int wanted) {
    this.consumer = consumer;
    this.wanted = wanted;
    first = consumer.beginningOffsets(consumer.assignment());
    this.ends = ends;
  }

  /**
   * Moves the consumer to the last {@code wanted} records before the end of each partition assigned
   * to it.
   */
  static void seek(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, int wanted) {
    Set<TopicPartition> all = Set.copyOf(consumer.assignment());
    LastRecords last = new LastRecords(consumer, ends, wanted);
    Map<TopicPartition, Long> starts = new HashMap<>();
    for (TopicPartition partition : all) {
      consumer.assign(List.of(partition));
      starts.put(partition, last.start(partition));
    }
    consumer.assign(all);
    starts.forEach(consumer::seek);
  }

  private long start(TopicPartition partition) {
    long least = Objects.requireNonNull(first.get(partition));
    long end = Objects.requireNonNull(ends.get(partition));
    for (long stretch = wanted + FIRST_STRETCH; ; stretch *= LONGER) {
      long from = Math.max(least, end - stretch);
      ArrayDeque<Long> offsets = offsets(partition, from, end);
      if (offsets.size() == wanted) {
        return offsets.getFirst();
      }
      if (from == least) {
        return least;
      }
    }
  }

  /** Returns the offsets of the last records in a range, at most {@link #wanted}. */
  private ArrayDeque<Long> offsets(TopicPartition partition, long from, long end) {
    ArrayDeque<Long> offsets = new ArrayDeque<>();
    consumer.seek(partition, from);
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end) {
          offsets.addLast(record.offset());
        }
        if (offsets.size() > wanted) {
          offsets.removeFirst();
        }
      }
    }
    return offsets;
  }
}
