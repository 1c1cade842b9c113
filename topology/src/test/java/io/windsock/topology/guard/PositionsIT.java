package io.windsock.topology.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** On a real broker: a transaction under way must not hide what was committed before it. */
class PositionsIT {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final Application APPLICATION =
      new Application("pending-topology", new Topics("pending"), CATALOGUE);
  private static final TopicPartition SOURCE = new TopicPartition(APPLICATION.sources().get(0), 0);

  @Test
  void shouldReadWhatWasCommittedBeforeATransactionUnderWay() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        KafkaProducer<byte[], byte[]> producer = producer(broker.bootstrapServers())) {
      admin.createTopics(List.of(new NewTopic(SOURCE.topic(), 1, (short) 1))).all().get();
      assertThat(new Positions(admin, Map.of(), APPLICATION).committed()).isEmpty();
      ConsumerGroupMetadata group = group(broker.bootstrapServers());
      producer.initTransactions();
      send(producer, group, 5);
      producer.commitTransaction();
      awaitOffset(admin, 5);

      send(producer, group, 10);
      assertThat(new Positions(admin, Map.of(), APPLICATION).committed())
          .isEqualTo(Map.of(SOURCE, 5L));
      producer.commitTransaction();
      awaitOffset(admin, 10);
    }
  }

  /** The end of a transaction reaches the group a moment after its producer is told. */
  private static void awaitOffset(Admin admin, long offset) {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(new Positions(admin, Map.of(), APPLICATION).committed())
                    .isEqualTo(Map.of(SOURCE, offset)));
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, ConsumerGroupMetadata group, long offset) {
    producer.beginTransaction();
    producer.sendOffsetsToTransaction(Map.of(SOURCE, new OffsetAndMetadata(offset)), group);
  }

  private static ConsumerGroupMetadata group(String bootstrapServers) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "group.id", APPLICATION.id()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      return consumer.groupMetadata();
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", bootstrapServers, "transactional.id", "pending"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
