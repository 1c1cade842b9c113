package io.windsock.system;

import io.windsock.contracts.topic.Topics;
import io.windsock.site.testing.FlightLog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A mirror topic with flights, as a topology leaves it, for mirrors without a topology. */
final class MirrorLog {
  private static final int SEED = 7;

  private MirrorLog() {}

  /** Creates the mirror topic and the monitor topic, and fills the former. */
  static void fill(String bootstrapServers, Topics topics, int partitions, int flights)
      throws Exception {
    Map<String, Object> client = Map.of("bootstrap.servers", bootstrapServers);
    try (Admin admin = Admin.create(client)) {
      NewTopic mirror = new NewTopic(topics.mirror(), partitions, (short) 1);
      NewTopic monitor = new NewTopic(topics.monitor(), 1, (short) 1);
      admin.createTopics(Set.of(mirror, monitor)).all().get();
    }
    FlightLog log =
        new FlightLog(SEED, partitions, flights, List.of("FRA", "ATL"), System::currentTimeMillis);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(client, bytes, bytes)) {
      for (ConsumerRecord<byte[], byte[]> record : log.schedule()) {
        var unused =
            producer.send(
                new ProducerRecord<>(
                    topics.mirror(),
                    record.partition(),
                    null,
                    record.key(),
                    record.value(),
                    record.headers()));
      }
    }
  }
}
