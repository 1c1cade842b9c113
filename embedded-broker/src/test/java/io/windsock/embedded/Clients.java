package io.windsock.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What the tests do with a broker: make a topic, write in transactions, read what is committed. */
final class Clients {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final String bootstrap;

  Clients(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  void createTopic(String name) throws Exception {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get(60, TimeUnit.SECONDS);
    }
  }

  Admin admin() {
    return Admin.create(Map.<String, Object>of("bootstrap.servers", bootstrap));
  }

  /** A producer whose sends fail where others would try again. */
  KafkaProducer<String, String> withoutRetries() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", bootstrap, "retries", 0, "enable.idempotence", false),
        new StringSerializer(),
        new StringSerializer());
  }

  /** Writes {@code values} in one transaction, which is committed or aborted. */
  void write(String topic, List<String> values, boolean commit) {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "transactional.id",
            "tests",
            "max.request.size",
            BrokerProperties.MAX_MESSAGE_BYTES,
            "buffer.memory",
            64L * 1024 * 1024);
    try (var producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (String value : values) {
        var unused = producer.send(new ProducerRecord<>(topic, value));
      }
      producer.flush();
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  /** Everything committed in the topic, through a consumer group that starts at the beginning. */
  List<String> read(String topic, int atLeast) {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "group.id",
            "tests-" + System.nanoTime(),
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "earliest");
    List<String> values = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      long end = System.nanoTime() + LIMIT.toNanos();
      while (!atEnd(consumer, topic, values.size() >= atLeast) && System.nanoTime() < end) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }

  private static boolean atEnd(
      KafkaConsumer<String, String> consumer, String topic, boolean enough) {
    TopicPartition partition = new TopicPartition(topic, 0);
    return enough
        && consumer.assignment().contains(partition)
        && consumer.position(partition)
            >= consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
  }
}
