package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source that ends before what was received of it is not received again. */
class TruncatedSourceIT {
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
  void shouldContinueAtTheEndOfASourceThatHasLostItsEnd(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("cut");
    TopologyConfig config = config(topics, folder).build();
    run(config, "BA1", 30);
    recreateSource(topics);
    append(topics, "BA2", 10);
    commit(config, 30);

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "source cut.source.positions-0: ends at offset 10, but was received up to offset 30")
        .hasMessageContaining("start with --accept-loss");
    try (TopologyApp app = TopologyApp.start(config(topics, folder).acceptLoss(true).build())) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      await()
          .atMost(LONG)
          .until(
              () -> {
                append(topics, "BA3", 1);
                return forwarded(topics, "BA3") > 0;
              });
      cluster.awaitReceived(config);
    }
    assertThat(forwarded(topics, "BA2")).as("what was received before is not sent again").isZero();
    run(config, "BA4", 5);
    assertThat(forwarded(topics, "BA4")).isEqualTo(5);
    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertSequences();
    outputs.assertMarkersAddUp(1);
  }

  @Test
  void shouldReceiveARecreatedSourceFromItsBeginning(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("recreated");
    TopologyConfig config = config(topics, folder).build();
    createTopics(topics);
    cluster.append(
        topics.source("status"),
        0,
        Events.key("BA1"),
        Events.status(System.currentTimeMillis(), "LANDED"));
    run(config, "BA1", 30);
    recreateSource(topics);
    append(topics, "BA2", 10);

    run(config, "BA3", 5);
    assertThat(forwarded(topics, "BA2")).isEqualTo(10);
    assertThat(forwarded(topics, "BA3")).isEqualTo(5);
  }

  /** Runs the topology over so many more events. */
  private static void run(TopologyConfig config, String key, int events)
      throws InterruptedException {
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      append(config.topics(), key, events);
      cluster.awaitReceived(config);
    }
  }

  private static void append(Topics topics, String key, int events) {
    long now = System.currentTimeMillis();
    for (int i = 0; i < events; i++) {
      cluster.appendAsync(source(topics).topic(), 0, Events.key(key), Events.position(now + i));
    }
    cluster.flush();
  }

  private static long forwarded(Topics topics, String key) {
    return Outputs.events(cluster.read(topics.forward())).stream()
        .filter(event -> Arrays.equals(event.key(), Events.key(key)))
        .count();
  }

  /** Replaces the source by an empty one. Kafka deletes the committed offsets with the old one. */
  private static void recreateSource(Topics topics) throws Exception {
    String source = source(topics).topic();
    try (Admin admin = cluster.admin()) {
      admin.deleteTopics(List.of(source)).all().get();
      await().atMost(LONG).until(() -> !admin.listTopics().names().get().contains(source));
    }
    createTopics(topics);
  }

  private static void createTopics(Topics topics) {
    try (Admin admin = cluster.admin()) {
      TopicSetup.ensure(admin, topics, Events.CATALOGUE, 1, 1);
    }
  }

  /** Commits an offset beyond the end, as it is after a broker has lost the end of a log. */
  private static void commit(TopologyConfig config, long offset) throws Exception {
    try (Admin admin = cluster.admin()) {
      admin
          .alterConsumerGroupOffsets(
              config.applicationId(),
              Map.of(source(config.topics()), new OffsetAndMetadata(offset)))
          .all()
          .get();
    }
  }

  private static TopicPartition source(Topics topics) {
    return new TopicPartition(topics.source("positions"), 0);
  }

  private static TopologyConfig.Builder config(Topics topics, Path folder) {
    return TopologyConfig.builder(Events.CATALOGUE)
        .bootstrapServers(cluster.bootstrapServers())
        .topics(topics)
        .rules(RuleSet.parse("rules: []", "rules.yaml", Events.CATALOGUE))
        .partitions(1)
        .stateDir(folder);
  }
}
