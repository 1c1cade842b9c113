package io.windsock.topology;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.rules.config.RuleSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The topology and the control topic: epochs taken over, refused, and outlived. */
@Execution(ExecutionMode.CONCURRENT)
class ControlIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int TIMES_ANEW = 5;
  private static final int PARTITIONS = 3;
  private static final byte[] KEY = Events.key("parameters");
  private static final String FIRST_OF_TEN = rules("first", 10);

  private static Cluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = new Cluster();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static String rules(String name, int length) {
    return "rules: [{name: %s, rule: overwrite, type: FlightPosition, mode: first, length: %d}]"
        .formatted(name, length);
  }

  private static TopologyConfig config(Topics topics, Path folder) {
    return TopologyConfig.builder(Events.CATALOGUE)
        .bootstrapServers(cluster.bootstrapServers())
        .applicationId(topics.prefix())
        .topics(topics)
        .rules(RuleSet.parse(FIRST_OF_TEN, "rules.yaml", Events.CATALOGUE))
        .partitions(PARTITIONS)
        .stateDir(folder)
        .build();
  }

  private static void offer(Topics topics, long epoch, String rules) {
    cluster.append(topics.control(), 0, KEY, Events.parameters(epoch, rules, "", 20, 0));
  }

  /** The beginning of a record of parameters. */
  private static byte[] cutShort(long epoch) {
    return Arrays.copyOf(Events.parameters(epoch, "rules: []", "", 20, 0), 15);
  }

  private static void positions(Topics topics, int count) {
    long now = System.currentTimeMillis();
    for (int i = 0; i < count; i++) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        cluster.appendAsync(
            topics.source("positions"),
            partition,
            Events.key("BA" + partition),
            Events.position(now));
      }
    }
    cluster.flush();
  }

  private static List<TopologySample> samples(Topics topics) {
    EventCodec codec = new EventCodec(Events.CATALOGUE);
    List<TopologySample> samples = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : cluster.read(topics.monitor())) {
      try {
        samples.add(codec.decode(record.value(), TopologySample.class));
      } catch (UndecodableException e) {
        throw new AssertionError(e);
      }
    }
    return samples;
  }

  private static TopologySample awaitEpoch(Topics topics, long epoch) {
    return await()
        .atMost(LONG)
        .until(
            () -> last(topics),
            sample ->
                sample != null
                    && sample.getPartitions().size() == PARTITIONS
                    && sample.getPartitions().stream().allMatch(p -> p.getEpoch() == epoch));
  }

  private static TopologySample awaitRefusal(Topics topics) {
    return await()
        .atMost(LONG)
        .until(() -> last(topics), sample -> sample != null && !sample.getRefused().isEmpty());
  }

  private static @Nullable TopologySample last(Topics topics) {
    List<TopologySample> samples = samples(topics);
    return samples.isEmpty() ? null : samples.get(samples.size() - 1);
  }

  @Test
  void shouldTakeOverParametersAtAMarkerOfEachPartition(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("taken");
    TopologyConfig config = config(topics, folder);
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      positions(topics, 30);
      cluster.awaitReceived(config);

      offer(topics, 1, rules("second", 2));
      TopologySample sample = awaitEpoch(topics, 1);
      positions(topics, 30);
      cluster.awaitReceived(config);

      assertThat(sample.getOffered()).isEqualTo(1);
      assertThat(sample.getRefused()).isEmpty();
    }

    Outputs outputs = new Outputs(cluster, topics);
    outputs.assertNothingLostOrDoubled();
    outputs.assertMarkersAddUp(PARTITIONS);
    assertThat(Outputs.events(outputs.mirror)).hasSize(PARTITIONS * (3 + 15));
    for (GenericRecord marker : outputs.markers()) {
      // What a marker counts was mirrored under the epoch of the marker before it.
      boolean first = Outputs.count(marker, "sequence") <= 30;
      assertThat(marker.get("taken").toString())
          .as("%s", marker)
          .doesNotContain(first ? "second" : "first");
    }
  }

  @Test
  void shouldRefuseStaleEpochsAndWhatItCanNotCarryOut(@TempDir Path folder) throws Exception {
    Topics topics = new Topics("stale");
    TopologyConfig config = config(topics, folder);
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      offer(topics, 5, rules("five", 3));
      awaitEpoch(topics, 5);

      offer(topics, 4, "rules: []");
      assertThat(awaitRefusal(topics).getRefused()).contains("epoch 4 came after epoch 5");
      offer(topics, 6, "rules: [{name: s, rule: overwrite, type: FlightStatus, length: 3}]");
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(requireNonNull(last(topics)).getRefused())
                      .contains("can't apply epoch 6"));
      assertThat(requireNonNull(last(topics)).getPartitions()).allMatch(p -> p.getEpoch() == 5);
      cluster.append(topics.control(), 0, KEY, Events.position(1));
      cluster.append(topics.control(), 0, KEY, cutShort(1_000_000));
      offer(topics, 7, rules("seven", 2));
      assertThat(awaitEpoch(topics, 7).getRefused()).isEmpty();
      positions(topics, 4);
      cluster.awaitReceived(config);
    }

    assertThat(Outputs.events(new Outputs(cluster, topics).mirror)).hasSize(PARTITIONS * 2);
  }

  @Test
  void shouldGoOnUnderItsParametersWhenTheControlTopicIsLost(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("lost");
    TopologyConfig config = config(topics, folder);
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      offer(topics, 9, rules("nine", 3));
      awaitEpoch(topics, 9);
      positions(topics, 6);
      cluster.awaitReceived(config);
    }
    try (Admin admin = cluster.admin()) {
      admin.deleteTopics(Set.of(topics.control())).all().get();
    }

    // The start makes it anew, empty; then somebody who has lost count writes epoch 2.
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      positions(topics, 6);
      cluster.awaitReceived(config);
      offer(topics, 2, "rules: []");
      assertThat(awaitRefusal(topics).getRefused())
          .isEqualTo("epoch 2 is offered, and epoch 9 is in force: it is stale");
      positions(topics, 6);
      cluster.awaitReceived(config);
      offer(topics, 10, "rules: []");
      awaitEpoch(topics, 10);
      positions(topics, 6);
      cluster.awaitReceived(config);
    }

    Outputs outputs = new Outputs(cluster, topics);
    assertThat(Outputs.events(outputs.mirror)).hasSize(PARTITIONS * (2 + 2 + 2 + 6));
    outputs.assertNothingLostOrDoubled();
    outputs.assertMarkersAddUp(PARTITIONS);
  }

  /**
   * A consumer alone goes on in the new topic where it was in the old one, if it does not happen to
   * look while that is still shorter: so it is rebuilt several times.
   */
  @Test
  void shouldReadAControlTopicThatIsMadeAnewFromItsBeginning(@TempDir Path folder)
      throws Exception {
    Topics topics = new Topics("anew");
    TopologyConfig config = config(topics, folder);
    try (TopologyApp app = TopologyApp.start(config);
        Admin admin = cluster.admin()) {
      assertThat(app.awaitRunning(LONG)).isTrue();
      for (int epoch = 1; epoch <= TIMES_ANEW; epoch++) {
        admin.deleteTopics(Set.of(topics.control())).all().get();
        // While it is away its consumer looks for it less and less often.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2_000 + 100 * epoch));
        remake(admin, topics, epoch);
        assertThat(awaitEpoch(topics, epoch).getRefused()).isEmpty();
      }
    }
  }

  /** With parameters, and more records after them each time than before, before anybody looks. */
  private static void remake(Admin admin, Topics topics, int epoch) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    byte[] parameters = Events.parameters(epoch, rules("r" + epoch, 2), "", 20, 0);
    byte[] other = Events.key("commit/x");
    NewTopic anew = new NewTopic(topics.control(), 1, (short) 1);
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", cluster.bootstrapServers()),
            bytes,
            bytes)) {
      producer.partitionsFor(topics.monitor()); // it is connected
      admin.createTopics(Set.of(anew)).all().get();
      var unused = producer.send(new ProducerRecord<>(topics.control(), 0, KEY, parameters));
      for (int i = 0; i < 10 * epoch; i++) {
        unused = producer.send(new ProducerRecord<>(topics.control(), 0, other, other));
      }
    }
  }
}
