package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories as large as events and rules allow are logged, and read back. */
class LargeHistoryIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  /** What Kafka gives a topic unless told otherwise. */
  private static final int KAFKAS_LIMIT = 1024 * 1024 + 12;

  private static final String LATEST =
      "rules: [{name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 10,"
          + " maxHold: 8s}]";

  private static final String EIGHT_PARTS =
      """
      rules:
        - name: journey
          rule: complex-tuple
          parts:
            - {name: p1, type: FlightStatus, when: status == 'SCHEDULED'}
            - {name: p2, type: FlightStatus, when: status == 'OUT'}
            - {name: p3, type: FlightStatus, when: status == 'OFF'}
            - {name: p4, type: FlightStatus, when: status == 'LANDED'}
            - {name: p5, type: FlightStatus, when: status == 'AT_RUNWAY'}
            - {name: p6, type: FlightStatus, when: status == 'AT_GATE'}
            - {name: p7, type: FlightStatus, when: status == 'TAXIING'}
            - {name: p8, type: FlightStatus, when: status == 'CANCELLED'}
          derive: FlightArrived
          fields: {landedAt: p4.eventTime, atGateAt: p6.eventTime}
          ttl: 1h
          absorb: true
      """;

  private static final List<String> CODES =
      List.of("SCHEDULED", "OUT", "OFF", "LANDED", "AT_RUNWAY", "AT_GATE", "TAXIING", "CANCELLED");

  private static Cluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = new Cluster();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static TopologyConfig config(Topics topics, Path folder, String rules) {
    return TopologyConfig.builder(Events.CATALOGUE)
        .bootstrapServers(cluster.bootstrapServers())
        .applicationId(topics.prefix())
        .topics(topics)
        .rules(RuleSet.parse(rules, "rules.yaml", Events.CATALOGUE))
        .partitions(1)
        .stateDir(folder)
        .maxEventBytes(TopologyConfig.MAX_EVENT_BYTES)
        .build();
  }

  @Test
  void shouldLogAnEventOfTheLargestSizeInAChangelogThatExisted(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("large-event");
    TopologyConfig config = config(topics, folder, LATEST);
    try (TopologyApp first = TopologyApp.start(config)) {
      assertThat(first.awaitRunning(LONG)).isTrue();
    }
    String changelog = topics.prefix() + "-status-table-changelog";
    limit(changelog, KAFKAS_LIMIT);

    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      long now = System.currentTimeMillis();
      byte[] largest = Events.position(now, "x".repeat(TopologyConfig.MAX_EVENT_BYTES - 60));
      assertThat(largest.length)
          .isBetween(TopologyConfig.MAX_EVENT_BYTES - 40, TopologyConfig.MAX_EVENT_BYTES);
      cluster.append(topics.source("positions"), 0, Events.key("BA1"), largest);
      cluster.awaitReceived(config);

      // At first, the log refers to the source.
      await().atMost(LONG).until(() -> largestIn(changelog) > largest.length);
      await()
          .atMost(LONG)
          .until(() -> Outputs.events(new Outputs(cluster, topics).mirror).size() == 1);
      assertThat(app.health().reason()).isNull();
    }
  }

  @Test
  void shouldLogATupleOfEightOfTheLargestParts(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("large-tuple");
    TopologyConfig config = config(topics, folder, EIGHT_PARTS);
    long now = System.currentTimeMillis();
    String gate = "x".repeat(1_040_000);
    String changelog = topics.prefix() + "-status-table-changelog";
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      for (String code : CODES.subList(0, 7)) {
        append(topics, Events.status(now, code, gate));
      }
      cluster.awaitReceived(config);
      await().atMost(LONG).until(() -> largestIn(changelog) > 7 * gate.length());
    }
    assertThat(Outputs.events(new Outputs(cluster, topics).mirror)).isEmpty();

    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      append(topics, Events.status(now, CODES.get(7), gate));
      cluster.awaitReceived(config);
    }
    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertNothingLostOrDoubled();
    outputs.assertMarkersAddUp(1);
    assertThat(Outputs.events(outputs.mirror))
        .as("eight parts, too large to be replaced, and what was derived of them")
        .hasSize(9);
  }

  private static void append(Topics topics, byte[] status) {
    cluster.append(topics.source("status"), 0, Events.key("BA1"), status);
  }

  private static int largestIn(String topic) {
    return cluster.read(topic).stream()
        .mapToInt(record -> Objects.requireNonNullElse(record.value(), new byte[0]).length)
        .max()
        .orElse(0);
  }

  private static void limit(String topic, int bytes) throws Exception {
    ConfigEntry limit = new ConfigEntry("max.message.bytes", String.valueOf(bytes));
    try (Admin admin = cluster.admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, topic),
                  List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }
}
