package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a cluster must have made of a feed, whatever happened to it meanwhile. */
final class ClusterOutcome {
  private static final Topics TOPICS = Topics.standard();
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Cluster cluster;
  private final Outputs outputs;

  ClusterOutcome(Cluster cluster) {
    this.cluster = cluster;
    outputs = new Outputs(cluster.bootstrapServers());
  }

  /**
   * Every acknowledged event was received once, forwarded once, and is accounted for in the mirror
   * topic; every site has exactly the state of its log.
   *
   * @param acked events sent
   */
  void assertNothingLost(long acked) {
    Map<String, Long> sent = sent();
    assertThat(sent.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(acked);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(() -> assertAddsUp(acked));
    Outputs.Content forward = outputs.read(TOPICS.forward());
    assertThat(forward.byType()).as("forwarded, by type").isEqualTo(sent);
    String mirrored = outputs.read(TOPICS.mirror()).digest();
    for (String site : Cluster.SITES) {
      String digest = Cluster.MIRRORS.contains(site) ? mirrored : forward.digest();
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .ignoreExceptions()
          .untilAsserted(() -> assertDigest(site, digest));
    }
  }

  /** Rules hold nothing back for longer than a moment once nothing is sent any more. */
  private void assertAddsUp(long acked) {
    Outputs.Content mirror = outputs.read(TOPICS.mirror());
    assertThat(mirror.marked("received")).as("received").isEqualTo(acked);
    assertThat(mirror.marked("deadLettered")).as("dead-lettered").isZero();
    assertThat(mirror.marked("passed") + mirror.marked("carried") + mirror.marked("taken"))
        .as("passed, carried and taken")
        .isEqualTo(acked);
  }

  private Map<String, Long> sent() {
    Map<String, Long> sent = new TreeMap<>();
    for (var stream : Outputs.CATALOGUE.streams()) {
      for (List<ConsumerRecord<byte[], byte[]>> partition :
          outputs.records(TOPICS.source(stream))) {
        for (ConsumerRecord<byte[], byte[]> record : partition) {
          var version = Outputs.CATALOGUE.version(Framing.schemaId(record.value()));
          sent.merge(Objects.requireNonNull(version).type().name(), 1L, Long::sum);
        }
      }
    }
    return sent;
  }

  private void assertDigest(String site, String digest) throws Exception {
    JsonNode answer = JSON.readTree(cluster.get(site, "/v1/digest?verify=true"));
    assertThat(answer.path("digest").asText()).as(site).isEqualTo(digest);
    assertThat(answer.path("consistent").asBoolean()).as(site).isTrue();
  }
}
