package io.windsock.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.rules.RuleSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyIT {
  private static final String FIRST_OF_TEN =
      """
      rules:
        - {name: first-of-ten, rule: overwrite, type: FlightPosition, mode: first, length: 10, maxHold: 1h}
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
    TopologyConfig config = config(topics, folder).build();
    long now = System.currentTimeMillis();
    try (TopologyApp app = TopologyApp.start(config)) {
      assertThat(app.awaitRunning(Duration.ofSeconds(60))).isTrue();
      for (int i = 0; i < 95; i++) {
        cluster.appendAsync(
            topics.source("positions"), 2, Events.key("BA1"), Events.position(now + i));
      }
      cluster.append(topics.source("status"), 2, Events.key("BA1"), Events.status(now, "LANDED"));
      awaitReceived(config);
    }

    var sent = new ArrayList<>(cluster.read(topics.source("positions")));
    sent.addAll(cluster.read(topics.source("status")));
    var forwarded = events(cluster.read(topics.forward()));
    assertThat(forwarded).hasSize(96);
    assertThat(forwarded).extracting(ConsumerRecord::partition).containsOnly(2);
    assertThat(forwarded)
        .usingElementComparator((a, b) -> same(a, b) ? 0 : 1)
        .containsExactlyInAnyOrderElementsOf(sent);
    assertThat(forwarded.stream().map(TopologyIT::sequence).toList())
        .isSorted()
        .doesNotHaveDuplicates();
    var mirrored = events(cluster.read(topics.mirror()));
    assertThat(mirrored).hasSize(11);
    assertThat(cluster.read(topics.deadLetter())).isEmpty();
  }

  private static TopologyConfig.Builder config(Topics topics, Path folder) {
    return TopologyConfig.builder()
        .bootstrapServers(cluster.bootstrapServers())
        .applicationId(topics.prefix())
        .topics(topics)
        .catalogue(Events.CATALOGUE)
        .rules(RuleSet.parse(FIRST_OF_TEN, "rules.yaml", Events.CATALOGUE))
        .stateDir(folder);
  }

  private static void awaitReceived(TopologyConfig config) {
    List<String> sources = Cluster.sources(config.topics(), config.catalogue().streams());
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> cluster.lag(config.applicationId(), sources) == 0);
  }

  private static List<ConsumerRecord<byte[], byte[]>> events(
      List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().filter(r -> Framing.schemaId(r.value()) != 1).toList();
  }

  private static boolean same(ConsumerRecord<byte[], byte[]> a, ConsumerRecord<byte[], byte[]> b) {
    return java.util.Arrays.equals(a.key(), b.key())
        && java.util.Arrays.equals(a.value(), b.value())
        && a.timestamp() == b.timestamp()
        && a.partition() == b.partition();
  }

  private static long sequence(ConsumerRecord<byte[], byte[]> record) {
    return EventHeaders.sequence(record.headers().lastHeader(EventHeaders.SEQUENCE).value());
  }
}
