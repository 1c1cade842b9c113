package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An update that is written several times is taken once, across restarts. */
class UpdateIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  private static Cluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = new Cluster();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Test
  void shouldTakeAnUpdateOnceAcrossARestart(@TempDir Path folder) throws InterruptedException {
    Topics topics = new Topics("updates");
    TopologyConfig config =
        TopologyProcess.config(cluster.bootstrapServers(), topics, folder, 2, "rules: []");
    run(config, topics, "u1", "u1", "u2");
    run(config, topics, "u1", "u3", "u3");

    assertThat(sent(topics.forward())).hasSize(3);
    assertThat(sent(topics.mirror())).hasSize(3);
    List<ConsumerRecord<byte[], byte[]>> repeats = cluster.read(topics.deadLetter());
    assertThat(repeats)
        .extracting(repeat -> header(repeat, EventHeaders.REASON))
        .containsExactly(
            "a repeat of update 'u1'", "a repeat of update 'u1'", "a repeat of update 'u3'");
    assertThat(repeats)
        .extracting(repeat -> header(repeat, EventHeaders.UPDATE_ID))
        .containsExactly("u1", "u1", "u3");
  }

  private static void run(TopologyConfig config, Topics topics, String... ids)
      throws InterruptedException {
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      long nowMs = System.currentTimeMillis();
      for (String id : ids) {
        cluster.append(
            topics.source("status"),
            null,
            Events.key("BA1"),
            Events.status(nowMs, "LANDED"),
            new RecordHeader(EventHeaders.UPDATE_ID, id.getBytes(StandardCharsets.UTF_8)));
      }
      cluster.awaitReceived(config);
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> sent(String topic) {
    return cluster.read(topic).stream().filter(record -> record.key() != null).toList();
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
