package io.windsock.topology.guard;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A range of offsets of one partition, which may hold records or not: the ends of transactions,
 * aborted records and compacted ones leave offsets without any.
 *
 * @param from the first offset
 * @param to the one after the last
 */
record Span(long from, long to) {
  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * The offset of the first committed record in each of these spans that holds one.
   *
   * @param kafka properties of a client
   */
  static Map<TopicPartition, Long> firstRecords(
      Map<String, Object> kafka, Map<TopicPartition, Span> spans) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    Map<TopicPartition, Long> first = new HashMap<>();
    try (var consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
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
