package io.windsock.platform.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReplayIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final TopicPartition FIRST = new TopicPartition("t", 0);
  private static final TopicPartition SECOND = new TopicPartition("t", 1);

  @Test
  void shouldLeaveTheConsumerAtTheEndsAlthoughMoreWasWritten(@TempDir Path dir) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(dir))) {
      broker.createTopics(List.of(new NewTopic("t", 2, (short) 1)));
      Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
      write(kafka);
      try (Consumer<byte[], byte[]> consumer =
          LogConsumers.open(kafka, LogConsumers.FROM_BEGINNING)) {
        List<String> read = new ArrayList<>();

        LogReplay.fromBeginning(
            consumer, Map.of(FIRST, 2L, SECOND, 0L), PATIENCE, record -> read.add(text(record)));

        assertThat(read).containsExactly("0:0", "0:1");
        assertThat(consumer.position(FIRST)).isEqualTo(2);
        assertThat(consumer.position(SECOND)).isZero();
        assertThat(poll(consumer, 5)).containsExactlyInAnyOrder("0:2", "0:3", "1:0", "1:1", "1:2");
      }
    }
  }

  /** Writes four records to the first partition and three to the second. */
  private static void write(Map<String, Object> kafka) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(kafka, bytes, bytes)) {
      for (int i = 0; i < 7; i++) {
        byte[] value = ((i % 2) + ":" + i / 2).getBytes(UTF_8);
        producer.send(new ProducerRecord<>("t", i % 2, null, value)).get();
      }
    }
  }

  private static List<String> poll(Consumer<byte[], byte[]> consumer, int records) {
    List<String> read = new ArrayList<>();
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (read.size() < records && System.nanoTime() < deadlineNs) {
      consumer.poll(Duration.ofMillis(100)).forEach(record -> read.add(text(record)));
    }
    return read;
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.value(), UTF_8);
  }
}
