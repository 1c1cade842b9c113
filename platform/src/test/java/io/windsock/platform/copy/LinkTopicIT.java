package io.windsock.platform.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.kafka.LogConsumers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The last position of a link, among others. Each test has a link of its own. */
@Timeout(120)
class LinkTopicIT {
  private static final EmbeddedBroker BROKER = EmbeddedBroker.start(Options.temporary());
  private static final Map<String, Object> KAFKA =
      Map.of("bootstrap.servers", BROKER.bootstrapServers());
  private static final int POINTS = 5_000;

  private final String topic = LinkTopic.name(Uuid.randomUuid().toString());

  @AfterAll
  static void stop() {
    BROKER.close();
  }

  @BeforeEach
  void create() throws Exception {
    BROKER.createTopics(List.of(new NewTopic(topic, 1, (short) 1)));
  }

  private static LinkPosition position(int epoch) {
    return new LinkPosition(
        epoch, 1, Map.of(), Map.of(), Map.of(), 0, 0, 0, Map.of(), false, Map.of());
  }

  private ProducerRecord<byte[], byte[]> record(int epoch) {
    return new ProducerRecord<>(topic, LinkTopic.positionKey(), position(epoch).encode());
  }

  private KafkaProducer<byte[], byte[]> producer() {
    Map<String, Object> properties = new HashMap<>(KAFKA);
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic);
    ByteArraySerializer bytes = new ByteArraySerializer();
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties, bytes, bytes);
    producer.initTransactions();
    return producer;
  }

  /** A reader sees the end of a transaction a moment later, and the next one begins after that. */
  private void settle() {
    producer().close();
  }

  private void writePoints(KafkaProducer<byte[], byte[]> producer) {
    for (int i = 0; i < POINTS; i++) {
      var unused =
          producer.send(new ProducerRecord<>(topic, LinkTopic.pointKey(i), position(1).encode()));
    }
  }

  private static double consumed(KafkaConsumer<byte[], byte[]> consumer) {
    return consumer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("records-consumed-total"))
        .filter(metric -> !metric.metricName().tags().containsKey("topic"))
        .mapToDouble(metric -> (double) metric.metricValue())
        .sum();
  }

  /** There may be thousands, each with all partitions of the link. */
  @Test
  void shouldNotReadEarlierPositionsForTheLastOne() {
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      producer.beginTransaction();
      writePoints(producer);
      var unused = producer.send(record(7));
      producer.commitTransaction();
    }
    settle();
    try (KafkaConsumer<byte[], byte[]> consumer = LogConsumers.open(KAFKA, LogConsumers.NO_RESET)) {
      assertThat(LinkTopic.read(consumer, topic)).isEqualTo(position(7));
      assertThat(consumed(consumer)).isBetween(1.0, 100.0);
    }
  }

  /** As a receiver leaves them that fails at each attempt. */
  @Test
  void shouldFindTheLastOneBeforeManyThatWereAborted() {
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      producer.beginTransaction();
      var unused = producer.send(record(7));
      producer.commitTransaction();
      producer.beginTransaction();
      writePoints(producer);
      var unusedAborted = producer.send(record(8));
      producer.flush();
      producer.abortTransaction();
    }
    settle();
    assertThat(LinkTopic.read(KAFKA, topic)).isEqualTo(position(7));
  }

  @Test
  void shouldReadNoneWhereNoneIs() {
    assertThat(LinkTopic.read(KAFKA, topic)).isEqualTo(LinkPosition.NONE);
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      producer.beginTransaction();
      writePoints(producer);
      producer.commitTransaction();
    }
    settle();
    assertThat(LinkTopic.read(KAFKA, topic)).isEqualTo(LinkPosition.NONE);
  }
}
