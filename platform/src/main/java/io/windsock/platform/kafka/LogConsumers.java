package io.windsock.platform.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Consumers of committed records, as framed bytes. They do not commit automatically, and do not
 * create a topic by asking for it.
 */
public final class LogConsumers {
  /** A missing offset causes an exception. */
  public static final String NO_RESET = "none";

  /** After a missing offset, the consumer continues at the log's beginning. */
  public static final String FROM_BEGINNING = "earliest";

  private LogConsumers() {}

  /**
   * Returns a consumer without assigned partitions.
   *
   * @param client the client's properties: at least the bootstrap servers
   * @param reset {@link #NO_RESET} or {@link #FROM_BEGINNING}
   */
  public static KafkaConsumer<byte[], byte[]> open(Map<String, ?> client, String reset) {
    Map<String, Object> properties = new HashMap<>(client);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    return new KafkaConsumer<>(properties, bytes, bytes);
  }
}
