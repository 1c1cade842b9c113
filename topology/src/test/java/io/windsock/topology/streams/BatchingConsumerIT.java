package io.windsock.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where the consumer continues if its position is beyond the end of the log. */
class BatchingConsumerIT {
  private static final int RECORDS = 10;

  private static EmbeddedBroker broker;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start(Options.temporary());
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void shouldContinueAtTheEndOfALogThatHasLostItsEnd() throws Exception {
    TopicPartition source = source("cut");
    try (BatchingConsumer consumer = consumer(false)) {
      consumer.assign(List.of(source));
      consumer.seek(source, 1_000);
      assertThatThrownBy(() -> pollUntilItFails(consumer))
          .isInstanceOf(OffsetOutOfRangeException.class);
      consumer.seekToBeginning(List.of(source)); // as Streams does
      assertThat(consumer.position(source)).isEqualTo(RECORDS);
    }
  }

  @Test
  void shouldContinueWhereALogDivergesFromTheOneThatWasRead() throws Exception {
    TopicPartition source = source("diverged");
    try (BatchingConsumer consumer = consumer(false)) {
      consumer.assign(List.of(source));
      consumer.seek(source, new OffsetAndMetadata(1_000, Optional.of(0), ""));
      assertThatThrownBy(() -> pollUntilItFails(consumer))
          .isInstanceOf(LogTruncationException.class);
      append(source, 5_000); // the log is longer again than what was read
      consumer.seekToBeginning(List.of(source));
      assertThat(consumer.position(source)).isEqualTo(RECORDS);
    }
  }

  @Test
  void shouldReceiveARecreatedTopicFromItsBeginning() throws Exception {
    TopicPartition source = source("another");
    try (BatchingConsumer consumer = consumer(true)) {
      consumer.assign(List.of(source));
      consumer.seek(source, 1_000);
      assertThatThrownBy(() -> pollUntilItFails(consumer))
          .isInstanceOf(OffsetOutOfRangeException.class);
      consumer.seekToBeginning(List.of(source));
      assertThat(consumer.position(source)).isZero();
    }
  }

  private static void pollUntilItFails(BatchingConsumer consumer) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (System.nanoTime() < deadline) {
      consumer.poll(Duration.ofMillis(100));
    }
  }

  private static BatchingConsumer consumer(boolean recreated) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", broker.bootstrapServers());
    config.put("auto.offset.reset", "none");
    config.put("isolation.level", "read_committed");
    config.put("enable.auto.commit", false);
    return new BatchingConsumer(
        config, new ConcurrentHashMap<>(), new LostRanges(), partition -> recreated);
  }

  private static TopicPartition source(String name) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
    }
    TopicPartition source = new TopicPartition(name, 0);
    append(source, RECORDS);
    return source;
  }

  private static void append(TopicPartition source, int records) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < records; i++) {
        var unused =
            producer.send(
                new ProducerRecord<>(source.topic(), source.partition(), null, new byte[1]));
      }
    }
  }
}
