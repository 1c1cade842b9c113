package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two pipelines on one cluster: each forwards its own events, or is refused with a reason. */
class TwoPipelinesIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int PARTITIONS = 3;
  private static final int EVENTS = 40;

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
  void shouldForwardTheEventsOfTwoPrefixesOnOneCluster(@TempDir Path a, @TempDir Path b)
      throws Exception {
    Topics red = new Topics("red");
    Topics blue = new Topics("blue");
    try (TopologyApp first = TopologyApp.start(config(red, a).build());
        TopologyApp second = TopologyApp.start(config(blue, b).build())) {
      append(red);
      append(blue);

      await().atMost(LONG).untilAsserted(() -> assertThat(forwarded(red)).isEqualTo(EVENTS));
      await().atMost(LONG).untilAsserted(() -> assertThat(forwarded(blue)).isEqualTo(EVENTS));
      assertThat(first.awaitRunning(LONG)).isTrue();
      assertThat(second.awaitRunning(LONG)).isTrue();
    }
  }

  @Test
  void shouldRefuseAnApplicationIdThatAnotherPrefixUses(@TempDir Path a, @TempDir Path b)
      throws Exception {
    Topics one = new Topics("one");
    Topics other = new Topics("other");
    TopologyConfig.Builder second = config(other, b).applicationId("shared-id");
    try (TopologyApp app = TopologyApp.start(config(one, a).applicationId("shared-id").build())) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      // Its group has a member, and no committed offsets yet.
      assertThatThrownBy(() -> TopologyApp.start(second.build()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("application id 'shared-id': is used by shared-id@one@")
          .hasMessageContaining(
              "reads prefix 'one', not 'other'; stop that member, or start this topology with"
                  + " another --application-id (default: other-topology)");

      append(one);
      await().atMost(LONG).untilAsserted(() -> assertThat(forwarded(one)).isEqualTo(EVENTS));
    }
    // It has committed offsets, and no member any more.
    assertThatThrownBy(() -> TopologyApp.start(second.build()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("application id 'shared-id': has received one.source.positions")
        .hasMessageContaining("start this topology with another --application-id");
  }

  @Test
  void shouldSayThatItIsHeldUpByAForeignMemberAndGoOnWithoutIt(@TempDir Path a, @TempDir Path b)
      throws Exception {
    Topics own = new Topics("own");
    TopicSetup.ensure(cluster.admin(), new Topics("foreign"), Events.CATALOGUE, PARTITIONS, 1);
    try (TopologyApp app = TopologyApp.start(config(own, a).build())) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      try (StrangerProcess stranger =
          StrangerProcess.start(cluster, "own-topology", "foreign.source.positions", b)) {
        assertThat(stranger).isNotNull();
        await()
            .atMost(LONG)
            .untilAsserted(
                () -> {
                  assertThat(app.health().state()).isEqualTo(TopologyApp.State.STARTING);
                  assertThat(app.health().reason())
                      .contains("application id 'own-topology': is used by own-topology-")
                      .contains("which is not a topology of prefix 'own'; stop that member");
                });
        assertThat(app.metrics().scrape()).contains("windsock_topology_running 0.0");
      }
      append(own);
      await().atMost(LONG).untilAsserted(() -> assertThat(forwarded(own)).isEqualTo(EVENTS));
      await()
          .atMost(LONG)
          .until(
              () -> app.health().equals(new TopologyApp.Health(TopologyApp.State.RUNNING, null)));
    }
  }

  private static void append(Topics topics) {
    long now = System.currentTimeMillis();
    for (int i = 0; i < EVENTS; i++) {
      cluster.appendAsync(
          topics.source("positions"),
          i % PARTITIONS,
          Events.key("BA" + i % PARTITIONS),
          Events.position(now + i));
    }
    cluster.flush();
  }

  private static int forwarded(Topics topics) {
    return Outputs.events(cluster.read(topics.forward())).size();
  }

  private static TopologyConfig.Builder config(Topics topics, Path folder) {
    return TopologyConfig.builder(Events.CATALOGUE)
        .bootstrapServers(cluster.bootstrapServers())
        .topics(topics)
        .rules(RuleSet.parse("rules: []", "rules.yaml", Events.CATALOGUE))
        .partitions(PARTITIONS)
        .stateDir(folder);
  }
}
