package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.RuleSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Source records that were deleted before they were received are refused, or accounted for. */
class TrimmedSourceIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int PARTITIONS = 2;

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
  void shouldRefuseASourceThatBeginsAfterTheCommittedOffset(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("trimmed");
    TopologyConfig config = config(topics, folder).build();
    run(config, 30);
    append(topics, 50);
    trim(topics, 60);

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("source trimmed.source.positions-1: offsets 30 to 59 were deleted")
        .hasMessageContaining("start with --accept-loss");
    try (TopologyApp app = TopologyApp.start(config(topics, folder).acceptLoss(true).build())) {
      cluster.awaitReceived(config);
      assertLost(topics, app, 30, 59);
    }
    run(config, 5);
    assertThat(notes(topics)).hasSize(1);
    Outputs outputs = new Outputs(cluster, topics);
    assertThat(Outputs.events(outputs.forward)).hasSize(30 + 20 + 5);
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  @Test
  void shouldAccountForAllOfASourceThatGetsNoMoreEvents(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("emptied");
    TopologyConfig config = config(topics, folder).acceptLoss(true).build();
    run(config, 30);
    append(topics, 10);
    trim(topics, 40);
    for (int start = 0; start < 2; start++) {
      try (TopologyApp app = TopologyApp.start(config)) {
        assertThat(app.awaitRunning(LONG)).isTrue();
        await().atMost(LONG).until(() -> !notes(topics).isEmpty());
      }
    }
    run(config, 5);
    assertThat(notes(topics)).singleElement().matches(note -> number(note, true) == 39);
    new Outputs(cluster, topics).assertMarkersAddUp(PARTITIONS);
  }

  @Test
  void shouldAccountForWhatIsTrimmedAheadOfARunningTopology(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("overtaken");
    // It fetches little at once, so that most of the source is not yet with it.
    TopologyConfig config =
        config(topics, folder)
            .properties(
                Map.of(
                    "main.consumer.max.partition.fetch.bytes", "1000",
                    "main.consumer.fetch.max.bytes", "1000",
                    "main.consumer.max.poll.records", "1"))
            .build();
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      append(topics, 50_000);
      trim(topics, 49_990);
      cluster.awaitReceived(config);
      await().atMost(LONG).until(() -> lost(app) > 0);
      long received = Outputs.events(cluster.read(topics.forward())).size();
      await().atMost(LONG).untilAsserted(() -> assertThat(lost(app) + received).isEqualTo(50_000));
    }
    long noted = 0;
    for (var note : notes(topics)) {
      noted += 1 + number(note, true) - number(note, false);
    }
    Outputs outputs = new Outputs(cluster, topics);
    assertThat(noted + Outputs.events(outputs.forward).size()).isEqualTo(50_000);
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  private static long lost(TopologyApp app) {
    String name = "windsock_topology_lost_records_total{partition=\"1\",stream=\"positions\"} ";
    return app.metrics()
        .scrape()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }

  private static void assertLost(Topics topics, TopologyApp app, long first, long last) {
    await().atMost(LONG).untilAsserted(() -> assertThat(lost(app)).isEqualTo(last - first + 1));
    ConsumerRecord<byte[], byte[]> note = notes(topics).get(0);
    assertThat(note.partition()).isEqualTo(1);
    assertThat(note.key()).isNull();
    assertThat(note.value()).isNull();
    assertThat(header(note, EventHeaders.SOURCE_TOPIC)).isEqualTo(topics.source("positions"));
    assertThat(header(note, EventHeaders.REASON))
        .isEqualTo("lost: 30 records were deleted before they were received");
    assertThat(number(note, false)).isEqualTo(first);
    assertThat(number(note, true)).isEqualTo(last);
  }

  private static List<ConsumerRecord<byte[], byte[]>> notes(Topics topics) {
    return cluster.read(topics.deadLetter());
  }

  private static long number(ConsumerRecord<byte[], byte[]> note, boolean last) {
    return Long.parseLong(
        header(note, last ? EventHeaders.LAST_LOST_OFFSET : EventHeaders.SOURCE_OFFSET));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(
        Objects.requireNonNull(record.headers().lastHeader(name)).value(), StandardCharsets.UTF_8);
  }

  /** Runs the topology over so many more events. */
  private static void run(TopologyConfig config, int events) throws InterruptedException {
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      append(config.topics(), events);
      cluster.awaitReceived(config);
    }
  }

  private static void append(Topics topics, int events) {
    long now = System.currentTimeMillis();
    for (int i = 0; i < events; i++) {
      cluster.appendAsync(
          topics.source("positions"), 1, Events.key("BA1"), Events.position(now + i));
    }
    cluster.flush();
  }

  private static void trim(Topics topics, long to) throws Exception {
    TopicPartition partition = new TopicPartition(topics.source("positions"), 1);
    try (Admin admin = cluster.admin()) {
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(to))).all().get();
    }
  }

  private static TopologyConfig.Builder config(Topics topics, Path folder) {
    return TopologyConfig.builder()
        .bootstrapServers(cluster.bootstrapServers())
        .topics(topics)
        .catalogue(Events.CATALOGUE)
        .rules(RuleSet.parse("rules: []", "rules.yaml", Events.CATALOGUE))
        .partitions(PARTITIONS)
        .stateDir(folder);
  }
}
