package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.config.RuleSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Source records that were deleted before they were received are refused, or accounted for. */
@Execution(ExecutionMode.CONCURRENT)
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
    run(config(topics, folder).build(), 5);
    assertThat(notes(topics)).singleElement().matches(note -> number(note, true) == 39);
    new Outputs(cluster, topics).assertMarkersAddUp(PARTITIONS);
  }

  @Test
  void shouldMissWhatWasDeletedFromAPartitionThatNothingWasReceivedOf(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("unheard");
    TopologyConfig config = config(topics, folder).build();
    run(config, 30);
    append(topics, 0, 20);
    trim(topics, 0, 20);
    append(topics, 0, 1);

    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("source unheard.source.positions-0: offsets 0 to 19 were deleted");
    try (TopologyApp app = TopologyApp.start(config(topics, folder).acceptLoss(true).build())) {
      cluster.awaitReceived(config);
      await().atMost(LONG).untilAsserted(() -> assertThat(lost(app, 0)).isEqualTo(20));
    }
    assertThat(notes(topics)).singleElement().matches(note -> number(note, true) == 19);
    run(config, 5);
    assertThat(notes(topics)).hasSize(1);
    new Outputs(cluster, topics).assertMarkersAddUp(PARTITIONS);
  }

  @Test
  void shouldMissNothingThatWasDeletedBeforeTheFirstStart(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("late");
    TopologyConfig config = config(topics, folder).build();
    TopicSetup.ensure(cluster.admin(), topics, Events.CATALOGUE, PARTITIONS, 1);
    append(topics, 0, 20);
    trim(topics, 0, 20);
    for (int start = 0; start < 2; start++) {
      try (TopologyApp app = TopologyApp.start(config)) {
        assertThat(app.awaitRunning(LONG)).isTrue();
        int events = 30 * (start + 1);
        append(topics, 30);
        await().atMost(LONG).until(() -> received(topics) == events);
        assertThat(lost(app, 0)).isZero();
      }
    }
    assertThat(notes(topics)).isEmpty();

    append(topics, 0, 10);
    trim(topics, 0, 30);
    assertThatThrownBy(() -> TopologyApp.start(config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("source late.source.positions-0: offsets 20 to 29 were deleted");
  }

  @Test
  void shouldAccountForATransactionThatIsDeletedAfterAnother(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("transacted");
    TopologyConfig config = config(topics, folder).build();
    try (TopologyApp app = TopologyApp.start(config);
        var producer = cluster.transactional("transacted")) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      transact(producer, topics, 5);
      producer.commitTransaction();
      cluster.awaitReceived(config);
      transact(producer, topics, 7);
      // Until it is committed nobody receives it.
      trim(topics, 13);
      await().atMost(LONG).untilAsserted(() -> assertThat(lost(app)).isEqualTo(7));
      producer.commitTransaction();
      // Counted when it is received, and seen by others after the next commit.
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(notes(topics))
                      .singleElement()
                      .matches(note -> number(note, false) == 6));
    }
    run(config, 5);
    assertThat(notes(topics)).hasSize(1);
    Outputs outputs = new Outputs(cluster, topics);
    assertThat(Outputs.events(outputs.forward)).hasSize(5 + 5);
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  @Test
  void shouldAccountForATransactionThatWasDeletedBeforeTheStart(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("untransacted");
    TopologyConfig config = config(topics, folder).build();
    try (var producer = cluster.transactional("untransacted")) {
      try (TopologyApp app = TopologyApp.start(config)) {
        assertThat(app.awaitRunning(LONG)).isTrue();
        transact(producer, topics, 5);
        producer.commitTransaction();
        cluster.awaitReceived(config);
      }
      transact(producer, topics, 7);
      producer.commitTransaction();
    }
    // A commit returns before its marker is in the log.
    await().atMost(LONG).until(() -> cluster.end(topics.source("positions")) >= 14);
    trim(topics, 14);
    try (TopologyApp app = TopologyApp.start(config(topics, folder).acceptLoss(true).build())) {
      await().atMost(LONG).untilAsserted(() -> assertThat(lost(app)).isEqualTo(8));
    }
    assertThat(notes(topics)).singleElement().matches(note -> number(note, true) == 13);
    run(config, 5);
    assertThat(notes(topics)).hasSize(1);
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
      await()
          .atMost(LONG)
          .untilAsserted(() -> assertThat(lost(app) + received(topics)).isEqualTo(50_000));
    }
    long noted = 0;
    for (var note : notes(topics)) {
      noted += 1 + number(note, true) - number(note, false);
    }
    Outputs outputs = new Outputs(cluster, topics);
    assertThat(noted + Outputs.events(outputs.forward).size()).isEqualTo(50_000);
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  private static int received(Topics topics) {
    return Outputs.events(cluster.read(topics.forward())).size();
  }

  private static long lost(TopologyApp app) {
    return lost(app, 1);
  }

  private static long lost(TopologyApp app, int partition) {
    String name =
        "windsock_topology_lost_records_total{partition=\"%d\",stream=\"positions\"} "
            .formatted(partition);
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
    ConsumerRecord<byte[], byte[]> note =
        await().atMost(LONG).until(() -> notes(topics), all -> !all.isEmpty()).get(0);
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
    append(topics, 1, events);
  }

  private static void append(Topics topics, int partition, int events) {
    long now = System.currentTimeMillis();
    for (int i = 0; i < events; i++) {
      cluster.appendAsync(
          topics.source("positions"), partition, Events.key("BA1"), Events.position(now + i));
    }
    cluster.flush();
  }

  /** Appends events in a transaction that is left open. */
  private static void transact(KafkaProducer<byte[], byte[]> producer, Topics topics, int events) {
    long now = System.currentTimeMillis();
    producer.beginTransaction();
    for (int i = 0; i < events; i++) {
      var unused =
          producer.send(
              new ProducerRecord<>(
                  topics.source("positions"), 1, Events.key("BA1"), Events.position(now + i)));
    }
    producer.flush();
  }

  private static void trim(Topics topics, long to) throws Exception {
    trim(topics, 1, to);
  }

  private static void trim(Topics topics, int number, long to) throws Exception {
    TopicPartition partition = new TopicPartition(topics.source("positions"), number);
    try (Admin admin = cluster.admin()) {
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(to))).all().get();
    }
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
