package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.call.MirroringCall.Fwd;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.Mirror;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.client.ControllerClient;
import io.windsock.embedded.FreePort;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.rules.config.RuleSet;
import io.windsock.topology.TopicSetup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Controllers that are killed, stopped and robbed of their topic while a replay runs and parameters
 * change: events go on being mirrored, each as the epoch says that was in force, byte for byte.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ControllerFaultsIT {
  private static final int KILLS = Integer.getInteger("windsock.kills", 3);
  private static final int HANDOVERS = 4;
  private static final int RUN_MS = 6_000;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Topics TOPICS = DataPath.TOPICS;
  private static final int FIRST_EVERY = 20;
  private static final String RULES =
      """
      rules:
        - name: after-landing
          rule: complex-sequence
          after: {type: FlightStatus, when: status == 'LANDED'}
          discard: FlightPosition
          until: {type: FlightStatus, when: status == 'OUT'}
        - name: positions
          rule: overwrite
          type: FlightPosition
          mode: first
          length: 10
      """;

  private final long seed = Long.getLong("windsock.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<WindsockProcess> processes = new ArrayList<>();
  private final List<ControllerClient> clients = new ArrayList<>();
  private final List<ParameterChanges> changes = new ArrayList<>();

  /** What a control topic held that was deleted since. */
  private final List<Parameters> former = new ArrayList<>();

  @TempDir private Path folder = Path.of("");
  private DataPath path;
  private Outputs outputs;

  @BeforeEach
  void start() throws Exception {
    System.out.println("controllers at random: -Dwindsock.seed=" + seed);
    Files.writeString(folder.resolve("rules.yaml"), RULES);
    path = DataPath.start(folder, rules());
    outputs = new Outputs(path.bootstrapServers());
  }

  @AfterEach
  void stop() {
    changes.forEach(ParameterChanges::close);
    processes.forEach(WindsockProcess::close);
    path.close();
  }

  private static RuleSet rules() {
    return RuleSet.parse(RULES, "rules", Outputs.CATALOGUE);
  }

  @Test
  void shouldLoseNothingWhenTheOnlyControllerIsKilledAgainAndAgain() throws Exception {
    WindsockProcess controller = controller("one");
    changeParameters();
    for (int i = 0; i < KILLS; i++) {
      if (random.nextBoolean()) {
        awaitActive();
      }
      pause(random.nextInt(RUN_MS));
      controller.kill();
      path.awaitProgress();
      controller.restart();
    }
    awaitChanges();
    stopChanges();
    checkControl();
    checkDataPath();
  }

  @Test
  void shouldFenceWhoeverIsNotActiveAnyMore() throws Exception {
    controller("one");
    controller("two");
    changeParameters();
    for (int i = 0; i < HANDOVERS; i++) {
      int active = awaitActive();
      if (i % 2 == 0) {
        suspend(active);
      } else {
        pause(random.nextInt(1_000));
        processes.get(active).kill();
        assertThat(awaitActive()).isNotEqualTo(active);
        processes.get(active).restart();
      }
      awaitChanges();
    }
    stopChanges();
    assertThat(outputs.read(TOPICS.control(), Parameters.class))
        .extracting(Parameters::getWriter)
        .contains("one", "two");
    checkControl();
    checkDataPath();
  }

  /** The active one sleeps until it is replaced, and wakes with a call in its hands. */
  private void suspend(int active) throws Exception {
    WindsockProcess zombie = processes.get(active);
    ControllerClient call = clients.get(active);
    pause(random.nextInt(1_000));
    zombie.suspend();
    CompletableFuture<Void> asleep =
        CompletableFuture.runAsync(
            () -> {
              try {
                call.make(new Fwd());
              } catch (RemoteException e) {
                // Refused, as it should be; or written anew after it was elected again.
              }
            });
    await().atMost(PATIENCE).until(() -> active(clients.get(1 - active)));
    zombie.resume();
    asleep.join();
  }

  @Test
  void shouldWriteItsParametersAnewWhenTheControlTopicIsMadeAnew() throws Exception {
    controller("one");
    controller("two");
    changeParameters();
    for (int i = 0; i < 3; i++) {
      awaitChanges();
      stopChanges();
      long before = remember();
      remakeControlTopic(random.nextInt(3_000));
      await().atMost(PATIENCE).until(() -> topologyEpoch() > before);
      changeParameters();
    }
    awaitChanges();
    stopChanges();
    checkControl();
    checkDataPath();
  }

  @Test
  void shouldStandStillWhenTheControlTopicWasMadeAnewWithoutAController() throws Exception {
    WindsockProcess controller = controller("one");
    changeParameters();
    awaitChanges();
    stopChanges();
    controller.kill();
    long before = remember();
    remakeControlTopic(0);
    controller.restart();
    ControllerClient client = clients.get(0);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> client.make(new Mirror()))
                    .isInstanceOf(RemoteException.class)
                    .hasMessageContaining("windsock params init")
                    .hasMessageContaining("epoch " + before));
    path.awaitProgress();
    assertThat(topologyEpoch()).isEqualTo(before);
    assertThat(outputs.read(TOPICS.control(), Parameters.class)).isEmpty();

    assertThat(client.make(new Init()).epoch()).isGreaterThan(before);
    await().atMost(PATIENCE).until(() -> topologyEpoch() > before);
    assertThat(client.make(new Mirror()).epoch()).isGreaterThan(before);
    checkControl();
    checkDataPath();
  }

  @Test
  void shouldRefuseStaleEpochsAndTellOfThem() throws Exception {
    controller("one");
    changeParameters();
    awaitChanges();
    awaitChanges();
    stopChanges();
    List<Parameters> written = outputs.read(TOPICS.control(), Parameters.class);
    long newest = written.get(written.size() - 1).getEpoch();
    await().atMost(PATIENCE).until(() -> topologyEpoch() == newest);
    int stale = replayStale(written.subList(0, written.size() - 1));

    await()
        .atMost(PATIENCE)
        .until(() -> sample().getRefused().matches("epoch \\d+ came after epoch .*stale"));
    assertThat(topologyEpoch()).isEqualTo(newest);
    path.awaitProgress();
    assertThat(topologyEpoch()).isGreaterThanOrEqualTo(newest);

    assertThat(clients.get(0).make(new Mirror()).epoch()).isGreaterThan(newest);
    await().atMost(PATIENCE).until(() -> topologyEpoch() > newest);
    await().atMost(PATIENCE).until(() -> sample().getRefused().isEmpty());
    List<Parameters> all = outputs.read(TOPICS.control(), Parameters.class);
    all.subList(written.size(), written.size() + stale).clear();
    checkChain(all);
    checkDataPath();
  }

  private int replayStale(List<Parameters> stale) throws Exception {
    EventCodec codec = new EventCodec(Outputs.CATALOGUE);
    ByteArraySerializer bytes = new ByteArraySerializer();
    byte[] key = "parameters".getBytes(StandardCharsets.UTF_8);
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", path.bootstrapServers()), bytes, bytes)) {
      for (Parameters one : stale) {
        producer.send(new ProducerRecord<>(TOPICS.control(), key, codec.encode(one))).get();
      }
    }
    return stale.size();
  }

  private WindsockProcess controller(String name) throws IOException {
    int port = FreePort.any();
    WindsockProcess process =
        new WindsockProcess(
            folder.resolve(name + ".log"),
            "controller",
            "-b",
            path.bootstrapServers(),
            "--name",
            name,
            "--port",
            String.valueOf(port),
            "--policy",
            "off",
            "--rules",
            folder.resolve("rules.yaml").toString(),
            "--trim",
            "none");
    processes.add(process);
    clients.add(new ControllerClient("127.0.0.1:" + port));
    return process;
  }

  private void changeParameters() {
    stopChanges();
    changes.add(
        new ParameterChanges(
            clients,
            (controller, value) -> controller.make(new SetOverwrite("FlightPosition", 1 + value)),
            ControllerFaultsIT::length,
            new Random(random.nextLong())));
    changes.add(
        new ParameterChanges(
            clients,
            (controller, value) -> controller.make(new SetParams(false, 2, FIRST_EVERY + value)),
            parameters -> every(parameters) - FIRST_EVERY,
            new Random(random.nextLong())));
  }

  private static int length(JsonNode parameters) {
    String rules = parameters.path("inForce").path("rules").asText();
    return Integer.parseInt(rules.replaceAll("(?s).*length: (\\d+).*", "$1")) - 1;
  }

  private static int every(JsonNode parameters) {
    return parameters.path("inForce").path("checkpointEvery").asInt();
  }

  /** Several more changes of each kind. */
  private void awaitChanges() {
    for (ParameterChanges each : changes) {
      int before = each.written();
      await().atMost(PATIENCE).until(() -> each.written() > before + 2);
    }
  }

  /** Each of them was written, in this order, under the epoch that was answered. */
  private void stopChanges() {
    changes.forEach(ParameterChanges::close);
    if (changes.isEmpty()) {
      return;
    }
    Map<Long, Parameters> byEpoch = new TreeMap<>();
    outputs
        .read(TOPICS.control(), Parameters.class)
        .forEach(parameters -> byEpoch.put(parameters.getEpoch(), parameters));
    changes
        .get(0)
        .acknowledged()
        .forEach(
            (epoch, value) ->
                assertThat(written(byEpoch, epoch).getInForce().getRules())
                    .contains("length: " + (1 + value)));
    changes
        .get(1)
        .acknowledged()
        .forEach(
            (epoch, value) ->
                assertThat(written(byEpoch, epoch).getInForce().getCheckpointEvery())
                    .isEqualTo(FIRST_EVERY + value));
    for (ParameterChanges each : changes) {
      System.out.printf("%d changes, %d of them found out%n", each.written(), each.found());
    }
    changes.clear();
  }

  private static Parameters written(Map<Long, Parameters> byEpoch, long epoch) {
    assertThat(byEpoch).containsKey(epoch);
    return byEpoch.get(epoch);
  }

  /** Number of the controller that is active. */
  private int awaitActive() {
    int[] active = {-1};
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              for (int i = 0; i < clients.size(); i++) {
                if (processes.get(i).isAlive() && active(clients.get(i))) {
                  active[0] = i;
                }
              }
              return active[0] >= 0;
            });
    return active[0];
  }

  private static boolean active(ControllerClient controller) {
    try {
      return controller.get("/v1/mode").path("active").asBoolean();
    } catch (RemoteException e) {
      return false;
    }
  }

  /** The random moment itself; nothing waits for anything here. */
  private static void pause(int ms) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  /** Keeps what the control topic holds; answers the newest epoch, once the topology has it. */
  private long remember() {
    List<Parameters> all = outputs.read(TOPICS.control(), Parameters.class);
    former.addAll(all);
    long newest = all.get(all.size() - 1).getEpoch();
    await().atMost(PATIENCE).until(() -> topologyEpoch() == newest);
    return newest;
  }

  private void remakeControlTopic(int absentMs) throws Exception {
    Map<String, Object> properties = Map.of("bootstrap.servers", path.bootstrapServers());
    try (Admin admin = Admin.create(properties)) {
      int partitions = outputs.records(TOPICS.mirror()).size();
      admin.deleteTopics(List.of(TOPICS.control())).all().get();
      path.awaitProgress();
      pause(absentMs);
      TopicSetup.ensure(admin, TOPICS, Outputs.CATALOGUE, partitions, 1);
    }
  }

  private TopologySample sample() {
    List<TopologySample> all = outputs.read(TOPICS.monitor(), TopologySample.class);
    return all.get(all.size() - 1);
  }

  /** The epoch that all partitions are under; 0 while they are not under one. */
  private long topologyEpoch() {
    List<Long> epochs =
        sample().getPartitions().stream()
            .map(partition -> partition.getEpoch())
            .distinct()
            .toList();
    return epochs.size() == 1 ? epochs.get(0) : 0;
  }

  private void checkControl() {
    List<Parameters> all = new ArrayList<>(former);
    all.addAll(outputs.read(TOPICS.control(), Parameters.class));
    checkChain(all);
  }

  /** Epochs rise, and each change began from the one before: one writer at a time. */
  private void checkChain(List<Parameters> all) {
    List<Decision> decisions = outputs.read(TOPICS.decisions(), Decision.class);
    assertThat(decisions).hasSameSizeAs(all);
    long epoch = 0;
    for (int i = 0; i < all.size(); i++) {
      Decision decision = decisions.get(i);
      assertThat(decision.getToEpoch()).isEqualTo(all.get(i).getEpoch()).isGreaterThan(epoch);
      assertThat(decision.getWriter()).isEqualTo(all.get(i).getWriter());
      if (!decision.getReason().contains(": init()")) {
        assertThat(decision.getFromEpoch()).as("before %s", decision).isEqualTo(epoch);
      }
      epoch = decision.getToEpoch();
    }
  }

  private void checkDataPath() {
    long sent = path.drain(outputs);
    Outputs.Content mirror = outputs.read(TOPICS.mirror());
    assertThat(mirror.marked("deadLettered")).isZero();
    assertThat(mirror.marked("passed") + mirror.marked("taken")).isEqualTo(sent);
    checkEssential(mirror);

    Map<Long, Parameters> byEpoch = new TreeMap<>();
    former.forEach(parameters -> byEpoch.put(parameters.getEpoch(), parameters));
    outputs
        .read(TOPICS.control(), Parameters.class)
        .forEach(parameters -> byEpoch.put(parameters.getEpoch(), parameters));
    List<List<List<ConsumerRecord<byte[], byte[]>>>> sources = new ArrayList<>();
    for (String stream : Outputs.CATALOGUE.streams()) {
      sources.add(outputs.records(TOPICS.source(stream)));
    }
    var forward = outputs.records(TOPICS.forward());
    var mirrored = outputs.records(TOPICS.mirror());
    for (int p = 0; p < forward.size(); p++) {
      int partition = p;
      List<Long> epochs =
          new Recomputation(p, rules(), DataPath.MARKER_EVERY, byEpoch)
              .check(
                  sources.stream().map(stream -> stream.get(partition)).toList(),
                  forward.get(p),
                  mirrored.get(p));
      assertThat(epochs).isSorted();
      System.out.printf(
          "partition %d: %d events, %d markers, %d epochs of %d%n",
          p,
          forward.get(p).size() - epochs.size(),
          epochs.size(),
          epochs.stream().distinct().count(),
          byEpoch.size());
      assertThat(epochs.stream().distinct().count()).isGreaterThan(1);
    }
  }

  private void checkEssential(Outputs.Content mirror) {
    Map<String, Long> mirrored = new TreeMap<>(mirror.byType());
    Map<String, Long> forwarded = new TreeMap<>(outputs.read(TOPICS.forward()).byType());
    assertThat(mirrored.remove("FlightPosition")).isLessThan(forwarded.remove("FlightPosition"));
    assertThat(mirrored).isEqualTo(forwarded);
  }
}
