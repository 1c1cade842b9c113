package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import io.windsock.rules.config.RuleSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int PARTITIONS = 3;

  private static final String FIRST_OF_TEN =
      "rules: [{name: first10, rule: overwrite, type: FlightPosition, mode: first, length: 10}]";

  private static final String HOLDING =
      """
      rules:
        - {name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 5, maxHold: 300ms}
        - {name: together, rule: coalesce, types: [FlightPosition, BoardingEvent], max: 4, maxHold: 200ms}
      """;

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
  void shouldForwardEveryEventUntouchedAndMirrorWhatTheRulesSend(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("untouched");
    TopologyConfig config = config(topics, folder, FIRST_OF_TEN).build();
    long now = System.currentTimeMillis();
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      for (int i = 0; i < 95; i++) {
        cluster.appendAsync(
            topics.source("positions"), 2, Events.key("BA1"), Events.position(now + i));
      }
      cluster.append(topics.source("status"), 2, Events.key("BA1"), Events.status(now, "LANDED"));
      cluster.awaitReceived(config);
      assertThat(app.health()).isEqualTo(new TopologyApp.Health(TopologyApp.State.RUNNING, null));
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(app.metrics().scrape())
                      .contains(
                          "windsock_topology_received_records_total 96.0",
                          "windsock_topology_forwarded_records_total 96.0",
                          "windsock_topology_mirrored_records_total 11.0",
                          "windsock_topology_taken_events_total{rule=\"first10\"} 85.0",
                          "windsock_topology_deadlettered_records_total 0.0",
                          "windsock_topology_owned_partitions 3.0",
                          "windsock_topology_ready_records 0.0",
                          "windsock_topology_running 1.0",
                          "kafka_stream_"));
      shouldHaveEveryMetricOfATopology(app.metrics().scrape());
    }

    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertNothingLostOrDoubled();
    outputs.assertSequences();
    assertThat(Outputs.events(outputs.forward))
        .hasSize(96)
        .allMatch(record -> record.partition() == 2);
    assertThat(Outputs.events(outputs.mirror)).hasSize(11);
    assertThat(outputs.deadLetters).isEmpty();
  }

  /** Those that it shares with other roles come with the server. */
  private static void shouldHaveEveryMetricOfATopology(String scrape) {
    for (Metric metric : Metric.of(Role.TOPOLOGY)) {
      if (metric.roles().size() == 1) {
        assertThat(scrape).contains("# HELP " + metric.exposedName() + " ");
      }
    }
  }

  @Test
  void shouldAddUpInEveryMarkerOverRandomInput(@TempDir Path folder) throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    Topics topics = new Topics("markers");
    TopologyConfig config =
        config(topics, folder, HOLDING).markerEvery(7).markerIdleMs(300).build();
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      for (int i = 0; i < 3_000; i++) {
        appendRandom(topics, random);
      }
      cluster.flush();
      cluster.awaitReceived(config);
      // The last idle markers come once nothing is held.
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(new Outputs(cluster, topics).lastMarkers())
                      .hasSize(PARTITIONS)
                      .allMatch(marker -> Outputs.count(marker, "held") == 0)
                      .extracting(marker -> Outputs.count(marker, "sequence"))
                      .satisfies(
                          all ->
                              assertThat(all.stream().mapToLong(n -> n).sum()).isEqualTo(3_000)));
    }

    Outputs outputs = new Outputs(cluster, topics);
    assertThat(outputs.deadLetters).as("seed %d", seed).isNotEmpty();
    outputs.assertNothingLostOrDoubled();
    outputs.assertSequences();
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  private static void appendRandom(Topics topics, Random random) {
    long now = System.currentTimeMillis();
    int partition = random.nextInt(PARTITIONS);
    byte[] key = Events.key("BA" + partition + "-" + random.nextInt(5));
    switch (random.nextInt(8)) {
      case 0 ->
          cluster.appendAsync(
              topics.source("status"), partition, key, Events.status(now, "DELAYED"));
      case 1 ->
          cluster.appendAsync(topics.source("boarding"), partition, key, Events.boarding(now, 3));
      case 2 -> cluster.appendAsync(topics.source("crew"), partition, key, new byte[] {0, 9});
      default ->
          cluster.appendAsync(topics.source("positions"), partition, key, Events.position(now));
    }
  }

  @Test
  void shouldDeadLetterWithReasonAndPositionAndGoOn(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("dead");
    String source = topics.source("positions");
    TopologyConfig config = config(topics, folder, FIRST_OF_TEN).build();
    long now = System.currentTimeMillis();
    byte[] key = Events.key("BA1");
    byte[] good = Events.position(now);
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      cluster.append(source, 1, null, good);
      cluster.append(source, 1, key, null);
      cluster.append(source, 1, key, new byte[2 * 1024 * 1024]);
      cluster.append(source, 1, key, new byte[256 * 1024 + 1]);
      cluster.append(source, 1, key, "{}".getBytes(StandardCharsets.UTF_8));
      cluster.append(source, 1, key, Framing.frame(4711, new byte[8]));
      cluster.append(source, 1, key, Events.status(now, "LANDED"));
      cluster.append(
          source,
          1,
          key,
          Arrays.copyOf(good, good.length - 1),
          new RecordHeader("trace", new byte[] {1, 2}));
      cluster.append(source, 1, key, Events.position(now + 3 * 3_600_000));
      cluster.append(source, 1, new byte[2000], good);
      cluster.append(source, 1, key, Framing.frame(1, new byte[8]));
      cluster.append(source, 1, key, good);
      cluster.awaitReceived(config);
    }

    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertNothingLostOrDoubled();
    assertThat(outputs.deadLetters.stream().map(TopologyIT::reason).map(TopologyIT::start))
        .containsExactly(
            "no key",
            "no value",
            "oversized: 2097152 bytes",
            "oversized: 262145 bytes",
            "not in the Confluent framing",
            "unknown schema id 4711",
            "FlightStatus belongs to stream status, not positions",
            "undecodable: FlightPosition#101: cut short",
            "future-dated: event time",
            "a key of 2000 bytes",
            "Marker is not a source event");
    for (int i = 0; i < outputs.deadLetters.size(); i++) {
      ConsumerRecord<byte[], byte[]> letter = outputs.deadLetters.get(i);
      assertThat(letter.partition()).isEqualTo(1);
      assertThat(header(letter, EventHeaders.SOURCE_TOPIC)).isEqualTo(source);
      assertThat(header(letter, EventHeaders.SOURCE_PARTITION)).isEqualTo("1");
      assertThat(header(letter, EventHeaders.SOURCE_OFFSET)).isEqualTo(String.valueOf(i));
    }
    assertThat(outputs.deadLetters.get(7).headers().lastHeader("trace").value())
        .containsExactly(1, 2);
    assertThat(Outputs.events(outputs.forward)).hasSize(1);
    assertThat(Outputs.events(outputs.mirror)).hasSize(1);
  }

  @Test
  void shouldSendWhatIsHeldThoughNothingElseArrives(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("held");
    TopologyConfig config = config(topics, folder, HOLDING).build();
    byte[] last = Events.position(System.currentTimeMillis());
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      cluster.append(topics.source("positions"), 0, Events.key("BA1"), last);

      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(Outputs.events(cluster.read(topics.mirror())))
                      .singleElement()
                      .matches(record -> Arrays.equals(record.value(), last)));
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(new Outputs(cluster, topics).lastMarkers())
                      .singleElement()
                      .matches(marker -> Outputs.count(marker, "held") == 0));
    }
    new Outputs(cluster, topics).assertMarkersAddUp(PARTITIONS);
  }

  @Test
  void shouldRefuseAFolderInUse(@TempDir Path folder) throws Exception {
    TopologyConfig config = config(new Topics("folder"), folder, FIRST_OF_TEN).build();
    TopologyApp first;
    try (TopologyApp app = TopologyApp.start(config)) {
      first = app;
      assertThatThrownBy(() -> TopologyApp.start(config))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("another instance runs on " + folder);
      assertThat(app.awaitRunning(LONG)).isTrue();
    }
    assertThat(first.health().state()).isEqualTo(TopologyApp.State.CLOSED);
    first.awaitStopped();
    try (TopologyApp second = TopologyApp.start(config)) {
      assertThat(second.awaitRunning(LONG)).isTrue();
    }
  }

  private static TopologyConfig.Builder config(Topics topics, Path folder, String rules) {
    return TopologyConfig.builder(Events.CATALOGUE)
        .bootstrapServers(cluster.bootstrapServers())
        .applicationId(topics.prefix())
        .topics(topics)
        .rules(RuleSet.parse(rules, "rules.yaml", Events.CATALOGUE))
        .partitions(PARTITIONS)
        .stateDir(folder);
  }

  private static String reason(ConsumerRecord<byte[], byte[]> letter) {
    return header(letter, EventHeaders.REASON);
  }

  /** Without the numbers at the end. */
  private static String start(String reason) {
    return List.of(reason.split("; at most| [0-9]{13}")).get(0);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
