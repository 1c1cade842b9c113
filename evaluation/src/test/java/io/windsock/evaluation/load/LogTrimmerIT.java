package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class LogTrimmerIT {
  private static final TopicPartition WRITTEN = new TopicPartition("events", 0);
  private static final TopicPartition EMPTY = new TopicPartition("events", 1);

  /** What has just been written may still be read, and more of its transaction may follow. */
  @Test
  void shouldDeleteWhatWasThereTheTimeBefore() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      broker.createTopics(List.of(new NewTopic("events", 2, (short) 1)));
      String servers = broker.bootstrapServers();
      try (LogTrimmer trimmer = new LogTrimmer(servers)) {
        for (int round = 1; round <= 3; round++) {
          write(servers, 100);
          trimmer.trim(List.of(WRITTEN, EMPTY));
          assertThat(beginning(servers)).isEqualTo(Map.of(WRITTEN, 100L * (round - 1), EMPTY, 0L));
        }
      }
    }
  }

  private static void write(String servers, int records) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(Map.of("bootstrap.servers", servers), bytes, bytes)) {
      for (int i = 0; i < records; i++) {
        var unused = producer.send(new ProducerRecord<>("events", 0, null, new byte[] {1}));
      }
    }
  }

  private static Map<TopicPartition, Long> beginning(String servers) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(Map.of("bootstrap.servers", servers), bytes, bytes)) {
      return consumer.beginningOffsets(List.of(WRITTEN, EMPTY));
    }
  }
}
