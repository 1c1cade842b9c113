package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Outputs that hold records are continued by the application that wrote them, or by none. */
@Execution(ExecutionMode.CONCURRENT)
class FullOutputsIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int PARTITIONS = 3;
  private static final int EVENTS = 180;
  private static final RuleSet RULES =
      RuleSet.parse(
          "rules: [{name: first7, rule: overwrite, type: FlightPosition, mode: first, length: 7}]",
          "rules.yaml",
          Events.CATALOGUE);

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
  void shouldRefuseAnotherApplicationIdAndNameTheRightOne(@TempDir Path a, @TempDir Path b)
      throws Exception {
    Topics topics = new Topics("written");
    fill(config(topics, a).applicationId("writer").build());

    assertThatThrownBy(() -> TopologyApp.start(config(topics, b).applicationId("other").build()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("application id 'other': has not committed what the outputs hold")
        .hasMessageContaining("; start with --application-id writer, which has");
    new Outputs(cluster, topics).assertNothingLostOrDoubled();
    fill(config(topics, b).applicationId("writer").build());
    new Outputs(cluster, topics).assertNothingLostOrDoubled();
  }

  @Test
  void shouldRefuseAnotherApplicationIdWhileOneRuns(@TempDir Path a, @TempDir Path b)
      throws Exception {
    Topics topics = new Topics("running");
    try (TopologyApp app = TopologyApp.start(config(topics, a).build())) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      assertThatThrownBy(() -> TopologyApp.start(config(topics, b).applicationId("rival").build()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("the topology 'running-topology' (running-topology@running@")
          .hasMessageContaining("serves prefix 'running' already; stop that one");
    }
  }

  @Test
  void shouldRefuseLostOffsetsAndRestoreThemExactly(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("expired");
    TopologyConfig config = config(topics, folder).build();
    fill(config);
    // What expiry does to the offsets of a group that has had no member for long.
    try (Admin admin = cluster.admin()) {
      admin.deleteConsumerGroups(List.of(config.applicationId())).all().get();
    }

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("committed is 0")
        .hasMessageContaining(
            "; if its offsets were reset or have expired, start with --restore-offsets")
        .hasMessageContaining("delete expired.forward, expired.mirror and expired-topology-status");
    append(topics);
    fill(config(topics, folder).restoreOffsets(true).build());
    assertExact(topics, 3 * EVENTS);
  }

  @Test
  void shouldRefuseOffsetsThatWereReset(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("reset");
    TopologyConfig config = config(topics, folder).build();
    fill(config);
    Map<TopicPartition, OffsetAndMetadata> reset = new HashMap<>();
    for (int p = 0; p < PARTITIONS; p++) {
      reset.put(new TopicPartition(topics.source("positions"), p), new OffsetAndMetadata(3));
    }
    commit(config, reset);

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("records of reset.source.positions-")
        .hasMessageContaining("committed is 3");
    fill(config(topics, folder).restoreOffsets(true).build());
    assertExact(topics, 2 * EVENTS);
  }

  @Test
  void shouldRefuseOffsetsThatWereSetForward(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("forward");
    TopologyConfig config = config(topics, folder).build();
    fill(config);
    append(topics);
    TopicPartition source = new TopicPartition(topics.source("positions"), 1);
    commit(config, source, 2 * EVENTS / PARTITIONS);

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "records of forward.source.positions-1 from offset 60 on were not received")
        .hasMessageContaining("committed is 120")
        .hasMessageContaining("start with --restore-offsets");
    fill(config(topics, folder).restoreOffsets(true).build());
    assertExact(topics, 3 * EVENTS);
  }

  @Test
  void shouldRefuseOffsetsBehindTheEndOfASource(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("beyond");
    TopologyConfig config = config(topics, folder).build();
    fill(config);
    commit(config, new TopicPartition(topics.source("positions"), 2), 1_000);

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("beyond.source.positions-2 ends at offset 60, committed is 1000");
    fill(config(topics, folder).restoreOffsets(true).build());
    assertExact(topics, 2 * EVENTS);
  }

  @Test
  void shouldRefuseAnOffsetOfAStreamThatNothingWasReceivedOf(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("unheard");
    TopologyConfig config = config(topics, folder).build();
    fill(config);
    TopicPartition source = new TopicPartition(topics.source("status"), 0);
    cluster.append(
        source.topic(),
        source.partition(),
        Events.key("BA0"),
        Events.status(System.currentTimeMillis(), "LANDED"));
    commit(config, source, 1);

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "records of unheard.source.status-0 from offset 0 on were not received");
    fill(config(topics, folder).restoreOffsets(true).build());
    assertExact(topics, 2 * EVENTS + 1);
  }

  @Test
  void shouldStartAgainBehindTransactionsThatLeaveNothingToReceive(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("aborted");
    TopologyConfig config = config(topics, folder).build();
    fill(config);
    try (TopologyApp app = TopologyApp.start(config);
        var producer = cluster.transactional("aborted")) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      for (int transaction = 0; transaction < 4; transaction++) {
        producer.beginTransaction();
        for (int i = 0; i < 3; i++) {
          var unused =
              producer.send(
                  new ProducerRecord<>(
                      topics.source("positions"),
                      1,
                      Events.key("BA1"),
                      Events.position(System.currentTimeMillis() + i)));
        }
        if (transaction == 0) {
          producer.commitTransaction();
        } else {
          producer.abortTransaction();
        }
      }
      cluster.awaitReceived(config);
    }
    // The group is at 76 now, the stamp at 63.
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
    }
    Outputs outputs = new Outputs(cluster, topics);
    assertThat(Outputs.events(outputs.forward)).hasSize(EVENTS + 3);
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  @Test
  void shouldSendAllAnewIntoOutputsThatWereRemade(@TempDir Path a, @TempDir Path b)
      throws Exception {
    Topics topics = new Topics("remade");
    fill(config(topics, a).applicationId("before").build());
    TopologyConfig after = config(topics, b).applicationId("after").build();
    List<String> outputs = List.of(topics.forward(), topics.mirror());
    try (Admin admin = cluster.admin()) {
      admin.deleteTopics(outputs).all().get();
      await().until(() -> outputs.stream().noneMatch(admin.listTopics().names().get()::contains));
    }
    fill(after);
    assertExact(topics, 2 * EVENTS);
  }

  @Test
  void shouldStartAgainAfterMarkersWithoutEvents(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("unmarked");
    TopologyConfig config = config(topics, folder).build();
    writeMarkersAlone(topics, config);
    fill(config);
    assertExact(topics, EVENTS);
  }

  /** What a controller does to the mirror topic of a pipeline that has had no event yet. */
  @Test
  void shouldStartAgainAfterMarkersWithoutEventsWereTrimmed(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("quiet");
    TopologyConfig config = config(topics, folder).build();
    writeMarkersAlone(topics, config);
    try (Admin admin = cluster.admin()) {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      for (int p = 0; p < PARTITIONS; p++) {
        all.put(new TopicPartition(topics.mirror(), p), RecordsToDelete.beforeOffset(-1));
      }
      admin.deleteRecords(all).all().get();
    }
    fill(config);
    Outputs outputs = new Outputs(cluster, topics); // whose first markers are gone
    assertThat(Outputs.events(outputs.forward)).hasSize(EVENTS);
    outputs.assertNothingLostOrDoubled();
    outputs.assertSequences();
  }

  private static void writeMarkersAlone(Topics topics, TopologyConfig config) throws Exception {
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      cluster.append(
          topics.control(),
          0,
          "parameters".getBytes(StandardCharsets.UTF_8),
          Events.parameters(1, RULES, "", 50, 0));
      await().atMost(LONG).until(() -> cluster.read(topics.mirror()).size() == PARTITIONS);
    }
  }

  @Test
  void shouldStartInstancesAtTheSameMoment(@TempDir Path a, @TempDir Path b) throws Exception {
    Topics topics = new Topics("twins");
    TopicSetup.ensure(cluster.admin(), topics, Events.CATALOGUE, PARTITIONS, 1);
    append(topics);
    TopologyConfig one = config(topics, a).build();
    var first = CompletableFuture.supplyAsync(() -> TopologyApp.start(one));
    var second = CompletableFuture.supplyAsync(() -> TopologyApp.start(config(topics, b).build()));
    try (TopologyApp here = first.get();
        TopologyApp there = second.get()) {
      assertThat(here.awaitRunning(LONG)).isTrue();
      assertThat(there.awaitRunning(LONG)).isTrue();
      append(topics);
      cluster.awaitReceived(one);
    }
    assertExact(topics, 2 * EVENTS);
  }

  private static void commit(TopologyConfig config, TopicPartition source, long offset)
      throws Exception {
    commit(config, Map.of(source, new OffsetAndMetadata(offset)));
  }

  /** Sets a stopped topology's offsets, as kafka-consumer-groups.sh does. */
  private static void commit(TopologyConfig config, Map<TopicPartition, OffsetAndMetadata> offsets)
      throws Exception {
    try (Admin admin = cluster.admin()) {
      admin.alterConsumerGroupOffsets(config.applicationId(), offsets).all().get();
    }
  }

  private static void assertExact(Topics topics, int events) {
    Outputs outputs = new Outputs(cluster, topics);
    assertThat(Outputs.events(outputs.forward)).hasSize(events);
    outputs.assertNothingLostOrDoubled();
    outputs.assertSequences();
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  /** Runs the topology over some more events. */
  private static void fill(TopologyConfig config) throws InterruptedException {
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      append(config.topics());
      cluster.awaitReceived(config);
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

  private static TopologyConfig.Builder config(Topics topics, Path folder) {
    return TopologyConfig.builder(Events.CATALOGUE)
        .bootstrapServers(cluster.bootstrapServers())
        .topics(topics)
        .rules(RULES)
        .partitions(PARTITIONS)
        .stateDir(folder);
  }
}
