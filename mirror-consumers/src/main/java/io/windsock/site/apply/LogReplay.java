package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads an output topic from its beginning up to a token, once, for whoever wants to check it. */
public final class LogReplay {
  private static final Duration POLL_WAIT = Duration.ofMillis(200);

  private LogReplay() {}

  /**
   * Shows {@code visitor} every committed record before {@code upTo}, in the order of each
   * partition.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param patience how long to go on without a record before giving up
   * @throws IllegalStateException if the log does not go up to the token in that time
   */
  public static void read(
      Map<String, Object> kafka,
      String topic,
      Token upTo,
      Duration patience,
      Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties, bytes, bytes)) {
      List<TopicPartition> left = start(consumer, topic, upTo);
      long deadline = System.nanoTime() + patience.toNanos();
      while (!left.isEmpty()) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
          if (record.offset() < upTo.next(record.partition())) {
            visitor.accept(record);
            deadline = System.nanoTime() + patience.toNanos();
          }
        }
        if (left.removeIf(at -> consumer.position(at) >= upTo.next(at.partition()))) {
          consumer.assign(left);
        }
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "topic '" + topic + "' does not go up to the token: missing in " + left);
        }
      }
    }
  }

  private static List<TopicPartition> start(
      KafkaConsumer<byte[], byte[]> consumer, String topic, Token upTo) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (int p = 0; p < upTo.partitions(); p++) {
      partitions.add(new TopicPartition(topic, p));
    }
    consumer.assign(partitions);
    consumer.beginningOffsets(partitions).forEach(consumer::seek);
    partitions.removeIf(at -> consumer.position(at) >= upTo.next(at.partition()));
    consumer.assign(partitions);
    return partitions;
  }
}
