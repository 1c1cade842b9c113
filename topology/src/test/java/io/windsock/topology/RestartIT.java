package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** However a topology ends, what it goes on from is what it had committed. */
@Execution(ExecutionMode.CONCURRENT)
class RestartIT {
  private static final int PARTITIONS = 3;
  private static final Duration LONG = Duration.ofMinutes(2);

  /** Rules that count and remember, and leave nothing to the clock. */
  private static final String COUNTING =
      """
      rules:
        - name: landed
          rule: complex-sequence
          after: {type: FlightStatus, when: "status == 'LANDED'"}
          discard: FlightPosition
          until: {type: FlightStatus, when: "status == 'SCHEDULED'"}
        - {name: first7, rule: overwrite, type: FlightPosition, mode: first, length: 7}
      """;

  private static final String HOLDING =
      """
      rules:
        - {name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 50, maxHold: 2s}
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
  void shouldGoOnExactlyWhereItWasAfterKill9(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("killed");
    TopologyConfig config =
        TopologyProcess.config(cluster.bootstrapServers(), topics, folder, PARTITIONS, COUNTING);
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    try (Feeder feeder = new Feeder(topics, seed)) {
      for (int kill = 0; kill < 4; kill++) {
        TopologyProcess process =
            TopologyProcess.start(cluster, topics, folder, PARTITIONS, COUNTING);
        feeder.start();
        awaitMore(topics, random.nextInt(2_000));
        process.kill();
      }
      feeder.stop();
      try (TopologyProcess last =
          TopologyProcess.start(cluster, topics, folder, PARTITIONS, COUNTING)) {
        cluster.awaitReceived(config);
        assertThat(last).isNotNull();
      }
    }

    assertExact(topics, config, seed);
  }

  @Test
  void shouldGoOnExactlyWhereItWasAfterThreadsDied(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("died");
    TopologyConfig config =
        TopologyProcess.config(cluster.bootstrapServers(), topics, folder, PARTITIONS, COUNTING);
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    try (TopologyApp app = TopologyApp.start(config);
        Feeder feeder = new Feeder(topics, seed)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      feeder.start();
      awaitMore(topics, 500);
      // No event fits any more, only the end of a transaction: threads die and are replaced.
      Thread dead = threadOf(topics);
      maxMessageBytes(topics.mirror(), 100);
      await().atMost(LONG).until(() -> !dead.isAlive());
      maxMessageBytes(topics.mirror(), TopicSettings.OUTPUT_MAX_BYTES);
      awaitMore(topics, 500);
      feeder.stop();
      cluster.awaitReceived(config);
      assertThat(app.health().state()).isEqualTo(TopologyApp.State.RUNNING);
    }

    assertExact(topics, config, seed);
  }

  @Test
  void shouldShareTheWorkAndTakeItOver(@TempDir Path a, @TempDir Path b) throws Exception {
    Topics topics = new Topics("shared");
    TopologyConfig one =
        TopologyProcess.config(cluster.bootstrapServers(), topics, a, PARTITIONS, COUNTING);
    TopologyConfig two =
        TopologyProcess.config(cluster.bootstrapServers(), topics, b, PARTITIONS, COUNTING);
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    try (Feeder feeder = new Feeder(topics, seed)) {
      try (TopologyApp first = TopologyApp.start(one)) {
        assertThat(first.awaitRunning(LONG)).isTrue();
        feeder.start();
        awaitMore(topics, 500);
        try (TopologyApp second = TopologyApp.start(two)) {
          assertThat(second.awaitRunning(LONG)).isTrue();
          await().atMost(LONG).until(() -> members(one.applicationId()) == 2);
          awaitMore(topics, 3_000);
        }
        awaitMore(topics, 1_000);
      }
      try (TopologyApp third = TopologyApp.start(two)) {
        assertThat(third.awaitRunning(LONG)).isTrue();
        awaitMore(topics, 500);
        feeder.stop();
        cluster.awaitReceived(one);
      }
    }

    assertExact(topics, one, seed);
  }

  @Test
  void shouldStillHoldAfterKill9WhatItHeldAndSendItInTime(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("held-over");
    long now = System.currentTimeMillis();
    TopologyProcess first = TopologyProcess.start(cluster, topics, folder, PARTITIONS, HOLDING);
    for (int i = 0; i < 10; i++) {
      cluster.append(topics.source("positions"), 1, Events.key("BA1"), Events.position(now + i));
    }
    await()
        .atMost(LONG)
        .until(() -> Outputs.events(new Outputs(cluster, topics).forward).size() == 10);
    first.kill();

    try (TopologyProcess second =
        TopologyProcess.start(cluster, topics, folder, PARTITIONS, HOLDING)) {
      assertThat(second).isNotNull();
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(new Outputs(cluster, topics).lastMarkers())
                      .singleElement()
                      .matches(marker -> Outputs.count(marker, "held") == 0));
    }
    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertNothingLostOrDoubled();
    outputs.assertMarkersAddUp(PARTITIONS);
    List<ConsumerRecord<byte[], byte[]>> mirrored = Outputs.events(outputs.mirror);
    assertThat(mirrored.get(mirrored.size() - 1).value()).isEqualTo(Events.position(now + 9));
  }

  /** What it held by reference comes from the source again. */
  @Test
  void shouldSendWhatItHeldWheneverItWasKilled(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("killed-holding");
    TopologyConfig config =
        TopologyProcess.config(cluster.bootstrapServers(), topics, folder, PARTITIONS, HOLDING);
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Random random = new Random(seed);
    try (Feeder feeder = new Feeder(topics, seed)) {
      for (int kill = 0; kill < 4; kill++) {
        TopologyProcess process =
            TopologyProcess.start(cluster, topics, folder, PARTITIONS, HOLDING);
        feeder.start();
        awaitMore(topics, random.nextInt(2_000));
        process.kill();
      }
      feeder.stop();
      try (TopologyProcess last =
          TopologyProcess.start(cluster, topics, folder, PARTITIONS, HOLDING)) {
        assertThat(last).isNotNull();
        cluster.awaitReceived(config);
        await()
            .atMost(LONG)
            .untilAsserted(
                () ->
                    assertThat(new Outputs(cluster, topics).lastMarkers())
                        .hasSize(PARTITIONS)
                        .allMatch(marker -> Outputs.count(marker, "held") == 0));
      }
    }

    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertNothingLostOrDoubled();
    outputs.assertMarkersAddUp(PARTITIONS);
    assertThat(newest(outputs.mirror)).as("seed %d", seed).isEqualTo(newest(outputs.forward));
  }

  /** By key, the newest event of each type, with its sequence. */
  private static Map<String, String> newest(List<ConsumerRecord<byte[], byte[]>> records) {
    Map<String, String> newest = new TreeMap<>();
    for (var record : Outputs.events(records)) {
      String key = string(record.key()) + Framing.schemaId(record.value());
      newest.put(key, Arrays.toString(record.value()) + Outputs.sequence(record));
    }
    return newest;
  }

  @Test
  void shouldNotGoOnWithoutATopicThatItWroteTo(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("lost");
    TopologyConfig config =
        TopologyProcess.config(cluster.bootstrapServers(), topics, folder, PARTITIONS, COUNTING);
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      cluster.append(
          topics.source("positions"),
          1,
          Events.key("BA1"),
          Events.position(System.currentTimeMillis()));
      cluster.awaitReceived(config);
    }
    String changelog = config.applicationId() + "-status-table-changelog";
    try (Admin admin = cluster.admin()) {
      admin.deleteTopics(List.of(topics.mirror(), changelog)).all().get();
      await()
          .until(
              () ->
                  Collections.disjoint(
                      admin.listTopics().names().get(), List.of(topics.mirror(), changelog)));

      assertThatThrownBy(() -> TopologyApp.start(config))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("topic " + topics.mirror() + ": is missing")
          .hasMessageContaining("topic " + changelog + ": is missing");
      assertThat(admin.listTopics().names().get()).doesNotContain(topics.mirror());
    }
  }

  /** Everything there once, in order, and the table in the changelog as if nothing had happened. */
  private static void assertExact(Topics topics, TopologyConfig config, long seed) {
    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertNothingLostOrDoubled();
    outputs.assertSequences();
    outputs.assertMarkersAddUp(PARTITIONS);
    Map<String, String> expected = new TreeMap<>();
    List<String> mirrored = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      replay(p, outputs, config.rules().set(), expected, mirrored);
    }
    assertThat(Outputs.events(outputs.mirror).stream().map(RestartIT::text).toList())
        .as("seed %d", seed)
        .isEqualTo(mirrored);
    assertThat(changelog(config)).as("seed %d", seed).isEqualTo(expected);
  }

  /** What the rules make of one partition's events when nothing ever fails. */
  private static void replay(
      int partition,
      Outputs outputs,
      RuleSet rules,
      Map<String, String> histories,
      List<String> mirrored) {
    Map<String, KeyHistory> table = new HashMap<>();
    MirroringFunction function = new MirroringFunction(rules.compiled(), new Mirrored(mirrored));
    for (var record : Outputs.events(outputs.forward)) {
      if (record.partition() == partition) {
        KeyHistory history =
            table.computeIfAbsent(
                partition + string(record.key()),
                k -> new KeyHistory(record.key(), rules.layout()));
        SchemaVersion version = Events.CATALOGUE.version(Framing.schemaId(record.value()));
        function.receive(
            history,
            record.value(),
            Objects.requireNonNull(version),
            Outputs.sequence(record),
            record.timestamp(),
            record.timestamp());
      }
    }
    table.forEach(
        (key, history) -> {
          if (!history.isEmpty()) {
            histories.put(key, Arrays.toString(history.encode()));
          }
        });
  }

  private record Mirrored(List<String> rows) implements MirrorOutput {
    @Override
    public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
      rows.add(text(history.key(), value, sequence, appendTimeMs));
    }

    @Override
    public void derived(
        KeyHistory history, byte[] value, long sequence, long appendTimeMs, int carried) {
      passed(history, value, sequence, appendTimeMs);
    }

    @Override
    public void taken(int rule, int events) {}
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return text(record.key(), record.value(), Outputs.sequence(record), record.timestamp());
  }

  private static String text(byte[] key, byte[] value, long sequence, long appendTimeMs) {
    return string(key) + Arrays.toString(value) + sequence + "@" + appendTimeMs;
  }

  /** The histories that the changelog holds in the end, by partition and key. */
  private static Map<String, String> changelog(TopologyConfig config) {
    Map<String, String> histories = new TreeMap<>();
    for (var record : cluster.read(config.applicationId() + "-status-table-changelog")) {
      String key = record.partition() + string(record.key());
      if (record.value() == null) {
        histories.remove(key);
      } else if (record.key().length > 0) {
        histories.put(key, Arrays.toString(record.value()));
      }
    }
    return histories;
  }

  private static String string(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Waits until so many more events are forwarded. */
  private static void awaitMore(Topics topics, int events) {
    long before = cluster.end(topics.forward());
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> cluster.end(topics.forward()) > before + events);
  }

  private static int members(String group) throws Exception {
    try (Admin admin = cluster.admin()) {
      var groups = admin.describeConsumerGroups(List.of(group)).all().get();
      return Objects.requireNonNull(groups.get(group)).members().size();
    }
  }

  private static Thread threadOf(Topics topics) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(topics.prefix()))
        .filter(thread -> thread.getName().matches(".*StreamThread-[0-9]+"))
        .findFirst()
        .orElseThrow();
  }

  private static void maxMessageBytes(String topic, int bytes) throws Exception {
    try (Admin admin = cluster.admin()) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, topic),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("max.message.bytes", String.valueOf(bytes)),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }

  /** Appends events without end, a few thousand a second, until told to stop. */
  private static final class Feeder implements AutoCloseable {
    private final Topics topics;
    private final Random random;
    private final AtomicBoolean running = new AtomicBoolean();
    private Thread thread = new Thread(() -> {});

    Feeder(Topics topics, long seed) {
      this.topics = topics;
      this.random = new Random(seed);
    }

    void start() {
      if (running.compareAndSet(false, true)) {
        thread = new Thread(this::run, "feeder");
        thread.start();
      }
    }

    private void run() {
      while (running.get()) {
        for (int i = 0; i < 20; i++) {
          append();
        }
        cluster.flush();
        // Paces the feed, so that what is compared at the end stays small.
        LockSupport.parkNanos(10_000_000);
      }
    }

    private void append() {
      long now = System.currentTimeMillis();
      int partition = random.nextInt(PARTITIONS);
      byte[] key = Events.key("BA" + partition + "-" + random.nextInt(20));
      switch (random.nextInt(12)) {
        case 0 -> append("status", partition, key, Events.status(now, "LANDED"));
        case 1 -> append("status", partition, key, Events.status(now, "SCHEDULED"));
        case 2 -> append("baggage", partition, key, new byte[] {0, 0, 0});
        default -> append("positions", partition, key, Events.position(now));
      }
    }

    private void append(String stream, int partition, byte[] key, byte[] value) {
      cluster.appendAsync(topics.source(stream), partition, key, value);
    }

    void stop() {
      running.set(false);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      stop();
    }
  }
}
