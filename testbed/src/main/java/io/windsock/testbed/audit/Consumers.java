package io.windsock.testbed.audit;

import io.windsock.platform.kafka.LogConsumers;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Creates consumers that read committed records from given positions. */
final class Consumers {
  private Consumers() {}

  static KafkaConsumer<byte[], byte[]> committed(Map<String, Object> client) {
    Map<String, Object> config = new HashMap<>(client);
    config.put("max.poll.records", "10000");
    config.put("max.partition.fetch.bytes", String.valueOf(4 * 1024 * 1024));
    return LogConsumers.open(config, LogConsumers.FROM_BEGINNING);
  }
}
