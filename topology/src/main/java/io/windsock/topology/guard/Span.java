package io.windsock.topology.guard;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/**
 * A range of offsets of one partition, possibly without records: ends of transactions, aborted
 * records and compacted records leave empty offsets.
 *
 * @param from the first offset
 * @param to the offset after the last
 */
record Span(long from, long to) {
  private static final Duration POLL = Duration.ofMillis(100);

  /** Returns the offset of the first committed record in each span that holds one. */
  static Map<TopicPartition, Long> firstRecords(
      Positions positions, Map<TopicPartition, Span> spans) {
    Map<TopicPartition, Long> first = new HashMap<>();
    try (var consumer = positions.reader()) {
      consumer.assign(spans.keySet());
      spans.forEach((partition, span) -> consumer.seek(partition, span.from()));
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AdminReply.TIMEOUT_MS);
      Set<TopicPartition> unread = new HashSet<>(spans.keySet());
      while (!unread.isEmpty() && System.nanoTime() < deadline) {
        consumer
            .poll(POLL)
            .forEach(
                record ->
                    first.putIfAbsent(
                        new TopicPartition(record.topic(), record.partition()), record.offset()));
        unread.removeIf(at -> first.containsKey(at) || consumer.position(at) >= to(spans, at));
        consumer.assign(unread);
      }
    }
    first.entrySet().removeIf(record -> record.getValue() >= to(spans, record.getKey()));
    return first;
  }

  private static long to(Map<TopicPartition, Span> spans, TopicPartition partition) {
    Span span = spans.get(partition);
    return span == null ? 0 : span.to();
  }
}
