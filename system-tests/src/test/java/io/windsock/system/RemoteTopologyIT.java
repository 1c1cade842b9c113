package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.Windsock;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.params.DefaultParameters;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.stage.KeyFile;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.topology.TopicSetup;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fail-over after which the pipeline continues at the remote site: a link copies the source
 * topics, the control topic and the mirror topic. The primary ends under load; the remote site is
 * promoted, and gets a topology of its own by the steps of docs/link.md.
 */
@Timeout(300)
class RemoteTopologyIT {
  private static final Topics TOPICS = Topics.standard();
  private static final int PARTITIONS = PositionLoad.PARTITIONS;
  private static final int MARKER_EVERY = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Withholds positions by their number alone, so that both topologies withhold the same ones. */
  private static final RuleSet RULES =
      RuleSet.parse(
          """
          rules:
            - name: positions
              rule: overwrite
              type: FlightPosition
              mode: first
              length: 3
          """,
          "rules.yaml",
          Outputs.CATALOGUE);

  @TempDir private Path folder;

  private final EmbeddedBroker primary = EmbeddedBroker.start(Options.temporary());
  private final EmbeddedBroker remote = EmbeddedBroker.start(Options.temporary());
  private final PositionLoad load = new PositionLoad();
  private final SseStreams streams = new SseStreams();
  private final RowsClient client = new RowsClient(streams, "view=all").crossing();
  private final RowsClient late = new RowsClient(streams, "view=all").crossing();

  /** What is closed after the test, the last one first. */
  private final List<AutoCloseable> open = new ArrayList<>(List.of(primary, remote, streams, load));

  @BeforeEach
  void prepare() throws Exception {
    String key = Base64.getEncoder().encodeToString(new byte[32]);
    Files.writeString(folder.resolve("keys"), "k = " + key + "\n");
    try (Admin admin = admin()) {
      TopicSetup.ensure(admin, TOPICS, Outputs.CATALOGUE, PARTITIONS, 1);
    }
    stampSources("CreateTime");
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private <T extends AutoCloseable> T closing(T one) {
    open.add(one);
    return one;
  }

  private void end(AutoCloseable one) throws Exception {
    open.remove(one);
    one.close();
  }

  private Admin admin() {
    return Admin.create(RemoteLinks.kafka(remote));
  }

  private static List<String> sources() {
    return Outputs.CATALOGUE.streams().stream().map(TOPICS::source).toList();
  }

  /** Sets whose time the remote site's source records have. */
  private void stampSources(String type) throws Exception {
    AlterConfigOp set =
        new AlterConfigOp(
            new ConfigEntry("message.timestamp.type", type), AlterConfigOp.OpType.SET);
    try (Admin admin = admin()) {
      admin
          .incrementalAlterConfigs(
              sources().stream()
                  .collect(
                      Collectors.toMap(
                          name -> new ConfigResource(ConfigResource.Type.TOPIC, name),
                          name -> List.of(set))))
          .all()
          .get();
    }
  }

  private TopologyApp topology(EmbeddedBroker cluster, String name) {
    return TopologyApp.start(
        TopologyConfig.builder(Outputs.CATALOGUE)
            .bootstrapServers(cluster.bootstrapServers())
            .partitions(PARTITIONS)
            .rules(RULES)
            .markerEvery(MARKER_EVERY)
            // Generated times lie ahead of the clock.
            .maxFutureMs(Duration.ofDays(366).toMillis())
            .stateDir(folder.resolve(name))
            .build());
  }

  private Controller controller(EmbeddedBroker cluster) {
    Controller controller =
        Controller.start(
            ControllerConfig.builder("test", cluster.bootstrapServers(), Outputs.CATALOGUE)
                .initial(
                    DefaultParameters.of(
                        RuleSet.standard(Outputs.CATALOGUE), RULES, MARKER_EVERY, "off"))
                .trimmed(Set.of())
                .build());
    closing(controller);
    await().atMost(PATIENCE).until(controller::active);
    return controller;
  }

  private SiteKeeper mirror(EmbeddedBroker cluster, String name) {
    return closing(
        SiteKeeper.start(
            SiteConfig.builder(
                    SiteRole.MIRROR,
                    name,
                    cluster.bootstrapServers(),
                    folder.resolve(name),
                    Outputs.DOMAIN)
                .build()));
  }

  private void awaitUpdates(int more) {
    int seen = client.seen("update");
    await().atMost(PATIENCE).until(() -> client.seen("update") > seen + more);
  }

  @Test
  void shouldContinueWithATopologyOfItsOwn() throws Exception {
    long epoch = loseThePrimaryUnderLoad();
    promote();
    Map<String, JsonNode> promoted = takeOver();

    TopologyApp topology = startTopology(epoch);
    SiteKeeper site = mirror(remote, "second");
    awaitState(site);
    checkNothingOlder(promoted, RemoteClients.rows(site));
    RemoteClients.move(client, site);
    RemoteClients.move(late, site);
    assertThat(client.seen("reset")).as("by another topic").isEqualTo(3);
    assertThat(late.seen("reset")).as("by a token of the primary").isEqualTo(2);

    long next =
        controller(remote)
            .mirroring()
            .make(new SetOverwrite("FlightPosition", 5, SetOverwrite.Mode.FIRST, null))
            .epoch();
    assertThat(next).isGreaterThan(epoch);
    load.start(remote);
    await().atMost(PATIENCE).until(() -> topology.isUnder(next));
    awaitUpdates(100);
    load.stop();
    awaitState(site);
    for (RowsClient each : List.of(client, late)) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(each.rows()).isEqualTo(RemoteClients.rows(site)));
      assertThat(each.faults()).isEmpty();
    }
    recompute(epoch, next);
  }

  /** Returns the epoch of the parameters in force. */
  private long loseThePrimaryUnderLoad() throws Exception {
    TopologyApp topology = closing(topology(primary, "a"));
    assertThat(topology.awaitRunning(PATIENCE)).isTrue();
    Controller controller = controller(primary);
    long epoch = controller.mirroring().make(new SetParams(false, 2, 40)).epoch();
    await().atMost(PATIENCE).until(() -> topology.isUnder(epoch));
    SiteKeeper first = mirror(primary, "first");
    load.start(primary);
    RemoteClients.move(client, first);
    RemoteClients.move(late, first);
    List<String> copied = new ArrayList<>(sources());
    copied.addAll(List.of(TOPICS.control(), TOPICS.mirror()));
    KeyFile keys = KeyFile.open(folder.resolve("keys"));
    try (LinkReceiver receiver = RemoteLinks.receiver(remote, keys);
        LinkSender sender = RemoteLinks.sender("main", copied, primary, receiver, keys)) {
      await().atMost(PATIENCE).until(() -> sender.status().records() > 0);
      awaitUpdates(200);
    }
    awaitUpdates(100); // which are lost
    client.disconnect();
    late.disconnect();
    load.stop();
    for (AutoCloseable one : List.of(first, controller, topology, primary)) {
      end(one);
    }
    return epoch;
  }

  private void promote() {
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    String[] command = {"link", "promote", "-b", remote.bootstrapServers()};
    int code = Windsock.execute(command, Map.of(), to, to);
    assertThat(code).as(said.toString()).isZero();
    assertThat(said.toString()).contains("link main was promoted");
  }

  /** A mirror serves what was copied, until a topology is started. Returns its rows. */
  private Map<String, JsonNode> takeOver() throws Exception {
    SiteKeeper copy = mirror(remote, "copy");
    RemoteClients.move(client, copy);
    assertThat(client.seen("reset")).as("it has seen what was lost").isEqualTo(2);
    Map<String, JsonNode> rows = RemoteClients.rows(copy);
    assertThat(client.rows()).isEqualTo(rows).isNotEmpty();
    assertThatThrownBy(() -> topology(remote, "b").close())
        .as("it would send again what was copied")
        .hasMessageContaining("has not committed what the outputs hold")
        .hasMessageContaining("delete " + TOPICS.forward() + ", " + TOPICS.mirror());
    client.disconnect();
    end(copy);
    return rows;
  }

  /** The steps of docs/link.md; returns a topology that has received all that was copied. */
  private TopologyApp startTopology(long epoch) throws Exception {
    try (Admin admin = admin()) {
      admin.deleteTopics(List.of(TOPICS.mirror())).all().get();
      await()
          .atMost(PATIENCE)
          .until(() -> !admin.listTopics().names().get().contains(TOPICS.mirror()));
    }
    assertThatThrownBy(() -> topology(remote, "b").close())
        .hasMessageContaining("message.timestamp.type is CreateTime; it must be LogAppendTime");
    stampSources("LogAppendTime");
    TopologyApp topology = closing(topology(remote, "b"));
    assertThat(topology.awaitRunning(PATIENCE)).isTrue();
    await().atMost(PATIENCE).until(() -> topology.isUnder(epoch));
    return topology;
  }

  private long sourceRecords() {
    return sources().stream()
        .mapToLong(topic -> Records.read(remote.bootstrapServers(), topic).size())
        .sum();
  }

  /** The topology has received everything, and the site has applied what it has sent. */
  private void awaitState(SiteKeeper site) {
    long received = sourceRecords();
    Outputs outputs = new Outputs(remote.bootstrapServers());
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              Outputs.Content mirrored = outputs.read(TOPICS.mirror());
              assertThat(mirrored.marked("received")).isEqualTo(received);
              assertThat(site.status().digest()).isEqualTo(mirrored.digest());
            });
  }

  /**
   * A row is at least as new as before, unless the link had copied it and not yet the source record
   * that it came from: topics of a link are not copied in one order.
   */
  private void checkNothingOlder(Map<String, JsonNode> before, Map<String, JsonNode> now) {
    int[] copied = new int[PARTITIONS];
    Records.read(remote.bootstrapServers(), TOPICS.source(PositionLoad.STREAM))
        .forEach(record -> copied[record.partition()]++);
    int compared = 0;
    for (Map.Entry<String, JsonNode> row : before.entrySet()) {
      long version = row.getValue().path("version").asLong();
      if (version <= copied[PositionLoad.partition(row.getKey())]) {
        assertThat(now).containsKey(row.getKey());
        assertThat(now.get(row.getKey()).path("version").asLong())
            .as(row.getKey())
            .isGreaterThanOrEqualTo(version);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(before.size() / 2);
  }

  /** Both outputs are what the remote site's sources and parameters give. */
  private void recompute(long first, long second) {
    Outputs outputs = new Outputs(remote.bootstrapServers());
    Map<Long, Parameters> byEpoch = new HashMap<>();
    outputs
        .read(TOPICS.control(), Parameters.class)
        .forEach(parameters -> byEpoch.put(parameters.getEpoch(), parameters));
    List<List<List<ConsumerRecord<byte[], byte[]>>>> received =
        sources().stream().map(outputs::records).toList();
    List<List<ConsumerRecord<byte[], byte[]>>> forward = outputs.records(TOPICS.forward());
    List<List<ConsumerRecord<byte[], byte[]>>> mirrored = outputs.records(TOPICS.mirror());
    for (int p = 0; p < PARTITIONS; p++) {
      int partition = p;
      List<Long> epochs =
          new Recomputation(p, RULES, MARKER_EVERY, byEpoch)
              .check(
                  received.stream().map(stream -> stream.get(partition)).toList(),
                  forward.get(p),
                  mirrored.get(p));
      assertThat(epochs).contains(first, second).isSorted();
    }
  }
}
