package io.windsock.testbed.audit;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumers that read what is committed, from where they are told to. */
final class Consumers {
  private Consumers() {}

  static KafkaConsumer<byte[], byte[]> committed(Map<String, Object> client) {
    Map<String, Object> config = new HashMap<>(client);
    config.put("isolation.level", "read_committed");
    config.put("enable.auto.commit", "false");
    config.put("auto.offset.reset", "earliest");
    config.put("allow.auto.create.topics", "false");
    config.put("max.poll.records", "10000");
    config.put("max.partition.fetch.bytes", String.valueOf(4 * 1024 * 1024));
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
