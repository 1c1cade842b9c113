package io.windsock.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader that does not answer holds the apply thread up for a bounded time. */
class LogReaderIT {
  @Test
  void shouldNotWaitLongToLearnWhyAnOffsetIsMissing(@TempDir Path dir) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.at(dir))) {
      Map<String, Object> kafka =
          Map.of("bootstrap.servers", broker.bootstrapServers(), "group.id", "g");
      LogTopic topic;
      try (Admin admin = Admin.create(kafka)) {
        admin.createTopics(Set.of(new NewTopic("t", 1, (short) 1))).all().get();
        topic = LogTopic.find(admin, "t", Duration.ofSeconds(50));
      }
      try (LogReader reader = new LogReader(topic, consumer(kafka))) {
        assertThat(LogReader.isUntrimmed(reader.beginning())).isTrue();
        var missing = new OffsetOutOfRangeException(Map.of(new TopicPartition("t", 0), 9L));
        assertThat(reader.missing(missing).loss()).isEqualTo(MissingOffset.Loss.DIVERGED);

        goAway(broker);

        // Kafka's own bound is a minute.
        long fromNs = System.nanoTime();
        assertThatThrownBy(() -> reader.missing(missing)).isInstanceOf(TimeoutException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - fromNs)).isLessThan(Duration.ofSeconds(50));
      }
    }
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> kafka) {
    return LogConsumers.open(kafka, LogConsumers.NO_RESET);
  }

  private static void goAway(EmbeddedBroker broker) {
    broker.close();
  }
}
