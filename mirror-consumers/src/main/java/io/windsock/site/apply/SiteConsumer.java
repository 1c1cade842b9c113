package io.windsock.site.apply;

import io.windsock.platform.kafka.LogConsumers;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Creates the consumer of a site's log. */
public final class SiteConsumer {
  /** The most records of one poll, and so of one batch. */
  static final int MAX_POLL_RECORDS = 4000;

  private static final int FETCH_BYTES = 16 * 1024 * 1024;
  private static final int RECEIVE_BUFFER_BYTES = 1024 * 1024;

  private SiteConsumer() {}

  /**
   * Creates a consumer without assigned partitions.
   *
   * @param kafka the client's properties, at least the bootstrap servers and the group; they need
   *     not be a site's
   */
  public static KafkaConsumer<byte[], byte[]> open(Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MAX_POLL_RECORDS);
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    properties.put(ConsumerConfig.RECEIVE_BUFFER_CONFIG, RECEIVE_BUFFER_BYTES);
    properties.putAll(kafka);
    return LogConsumers.open(properties, LogConsumers.NO_RESET);
  }
}
