package io.windsock.control;

import static io.windsock.control.ControlCluster.active;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.call.EpochMismatchException;
import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall.InitWith;
import io.windsock.contracts.call.MirroringCall.Mirror;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.actuate.ControlWriter;
import io.windsock.control.actuate.Election;
import io.windsock.control.change.Caller;
import io.windsock.control.change.NotActiveException;
import io.windsock.control.client.ControllerClient;
import io.windsock.control.params.DefaultParameters;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.state.ControlTopics;
import io.windsock.control.state.ControllerState;
import io.windsock.control.testing.Samples;
import io.windsock.rules.config.RuleSet;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Controllers on a real broker: elected, fenced, adapting, committing and trimming. */
@Execution(ExecutionMode.CONCURRENT)
class ControllerIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  /** How long a silent site counts: longer than a machine pauses, and waited for by each test. */
  private static final Duration SITE_EXPIRY = Duration.ofSeconds(10);

  private static final int RACES = 20;

  private static ControlCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = new ControlCluster();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static Parameters parameters(Controller controller) {
    return requireNonNull(controller.parameters());
  }

  private static List<Long> epochs(Topics topics) throws Exception {
    return cluster.read(topics.control(), Parameters.class).stream()
        .map(Parameters::getEpoch)
        .toList();
  }

  @Test
  void shouldWriteTheDefaultsFirstAndEachChangeWithItsDecision() throws Exception {
    Topics topics = new Topics("first");
    cluster.createTopics(topics, 1);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      assertThat(parameters(controller).getInForce().getName()).isEqualTo("normal");

      long epoch = controller.mirroring().make(new SetOverwrite("FlightPosition", 7)).epoch();

      assertThat(epoch).isEqualTo(2);
      assertThatThrownBy(() -> controller.mirroring().make(new SetOverwrite("FlightStatus", 7)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("FlightStatus is essential");
      assertThat(parameters(controller).getEpoch()).isEqualTo(2);
    }
    assertThat(epochs(topics)).containsExactly(1L, 2L);
    assertThat(cluster.read(topics.decisions(), Decision.class))
        .extracting(Decision::getReason)
        .containsExactly(
            "the first start",
            "a program: set overwrite FlightPosition 7; normal: added overwrite-FlightPosition as"
                + " rule 2 of 3 (of every 7 FlightPosition of a key, send the first and discard the"
                + " rest)");
  }

  @Test
  void shouldLetOneOfTwoOperatorsChangeWhatBothHaveSeen() throws Exception {
    Topics topics = new Topics("race");
    cluster.createTopics(topics, 1);
    ExecutorService operators = Executors.newFixedThreadPool(2);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      ControllerClient client = new ControllerClient(controller.url());
      for (int round = 0; round < RACES; round++) {
        long seen = parameters(controller).getEpoch();
        ControllerClient remote = client.ifEpoch(seen);
        Mirroring local = controller.mirroring(new Caller("Ann", seen));
        int length = 2 + round;
        CyclicBarrier together = new CyclicBarrier(2);
        List<Future<Written>> calls =
            List.of(
                operators.submit(() -> overwrite(together, remote, length)),
                operators.submit(() -> overwrite(together, local, length)));

        assertThat(made(calls, seen)).containsExactly(seen + 1);
      }
    } finally {
      operators.shutdownNow();
    }
    assertThat(epochs(topics)).hasSize(RACES + 1).doesNotHaveDuplicates();
  }

  private static Written overwrite(CyclicBarrier together, Mirroring api, int length)
      throws Exception {
    together.await();
    return api.make(new SetOverwrite("FlightPosition", length));
  }

  /** The epochs of the calls that were made; the others were refused, and told the epoch. */
  private static List<Long> made(List<Future<Written>> calls, long seen) throws Exception {
    List<Long> made = new ArrayList<>();
    for (Future<Written> call : calls) {
      try {
        made.add(call.get().epoch());
      } catch (ExecutionException e) {
        assertThat(e.getCause())
            .isInstanceOfSatisfying(
                EpochMismatchException.class,
                mismatch -> assertThat(mismatch.epoch()).isEqualTo(seen + 1));
      }
    }
    return made;
  }

  @Test
  void shouldHaveOneActiveControllerAndAnotherThatTakesOver() throws Exception {
    Topics topics = new Topics("two");
    cluster.createTopics(topics, 1);
    Controller first = active(cluster.config("one", topics).build());
    try (Controller second = Controller.start(cluster.config("two", topics).build())) {
      first.mirroring().make(new SetMonitorValues("pending", 10, 5));
      assertThat(second.active()).isFalse();
      assertThatThrownBy(() -> second.mirroring().make(new Mirror()))
          .isInstanceOf(NotActiveException.class)
          .hasMessageContaining("waits to be elected");

      first.close();

      await().atMost(LONG).until(second::active);
      assertThat(second.mirroring().make(new Mirror()).epoch()).isEqualTo(3);
      assertThat(parameters(second).getMonitored())
          .anyMatch(value -> value.getValue().equals("pending") && value.getPrimary() == 10);
    }
    assertThat(epochs(topics)).containsExactly(1L, 2L, 3L);
  }

  private static void addPartition(String topic) throws Exception {
    cluster.admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(2))).all().get();
    await().atMost(LONG).until(() -> partitions(topic) == 2);
  }

  private static int partitions(String topic) throws Exception {
    var described = cluster.admin.describeTopics(List.of(topic)).allTopicNames().get();
    return requireNonNull(described.get(topic)).partitions().size();
  }

  @Test
  void shouldRefuseAControlTopicOfSeveralPartitions() throws Exception {
    Topics topics = new Topics("parted");
    cluster.createTopics(topics, 1);
    addPartition(topics.control());

    assertThatThrownBy(() -> Controller.start(cluster.config("one", topics).build()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "topic parted.control: has 2 partitions; it must have 1: delete it, then run windsock"
                + " topics create");
  }

  /** Somebody adds it while controllers run. */
  @Test
  void shouldElectOneThoughTheControlTopicHasAnotherPartition() throws Exception {
    Topics topics = new Topics("elects");
    cluster.createTopics(topics, 1);
    addPartition(topics.control());
    String group = topics.prefix() + ".controller";
    try (Election one = Election.join(cluster.client(), group, topics.control());
        Election two = Election.join(cluster.client(), group, topics.control())) {
      await()
          .atMost(LONG)
          .during(Duration.ofSeconds(2))
          .until(() -> one.poll() != two.poll() && hasAPartitionEach(group, 2));
    }
  }

  private static boolean hasAPartitionEach(String group, int members) throws Exception {
    var all = cluster.admin.describeConsumerGroups(List.of(group)).all().get();
    var found = requireNonNull(all.get(group)).members();
    return found.size() == members
        && found.stream().allMatch(it -> it.assignment().topicPartitions().size() == 1);
  }

  @Test
  void shouldTakeNothingFromTheActiveControllerWhenOthersJoin() throws Exception {
    Topics topics = new Topics("join");
    cluster.createTopics(topics, 1);
    try (Controller first = active(cluster.config("one", topics).build())) {
      for (int i = 0; i < 3; i++) {
        try (Controller other = Controller.start(cluster.config("other-" + i, topics).build())) {
          await().atMost(LONG).until(() -> changesWhileItJoins(first, topics));
          assertThat(other.active()).isFalse();
        }
      }
      assertThat(first.active()).isTrue();
    }
  }

  /** Any moment without an active controller makes the change fail. */
  private boolean changesWhileItJoins(Controller active, Topics topics) throws Exception {
    active.mirroring().make(new Mirror());
    try (Admin admin = Admin.create(cluster.client())) {
      String group = topics.prefix() + ".controller";
      var all = admin.describeConsumerGroups(List.of(group)).all().get();
      var found = requireNonNull(all.get(group));
      return found.groupState() == GroupState.STABLE && found.members().size() == 2;
    }
  }

  /** Each is written in a transaction, which takes two offsets. */
  @Test
  void shouldReadAsManyDecisionsAtItsStartAsItKeeps() throws Exception {
    Topics topics = new Topics("many");
    cluster.createTopics(topics, 1);
    Parameters defaults =
        DefaultParameters.of(
            RuleSet.standard(ControlCluster.CATALOGUE), null, 0, SetPolicy.THRESHOLDS);
    int decisions = ControllerState.MAX_DECISIONS * 6 / 10;
    try (ControlWriter writer =
        ControlWriter.open(cluster.client(), topics, ControlCluster.CATALOGUE)) {
      for (int epoch = 1; epoch <= decisions; epoch++) {
        writer.write(
            Parameters.newBuilder(defaults).setEpoch(epoch).build(),
            Samples.decision(epoch, epoch, "normal", "normal", "reason " + epoch));
      }
    }
    try (Controller controller = Controller.start(cluster.config("one", topics).build())) {
      List<Decision> known = controller.decisions(ControllerState.MAX_DECISIONS);
      assertThat(known).hasSize(decisions);
      assertThat(known.get(decisions - 1).getReason()).isEqualTo("reason 1");
    }
  }

  @Test
  void shouldCloseItsReaderWhereItCanNotBegin() throws Exception {
    Topics topics = new Topics("unread");
    cluster.createTopics(topics, 1);
    Map<String, Object> client = new HashMap<>(cluster.client());
    client.put("client.id", "unread");
    ControllerState state = new ControllerState("one", InstantSource.system());
    try (ControlTopics reader =
        new ControlTopics(client, topics, ControlCluster.CATALOGUE, 0, state)) {
      assertThat(reader.readAll(LONG)).isTrue();
      assertThat(consumers("unread")).isNotEmpty();
    }

    // Kafka refuses a time before 1970.
    assertThatThrownBy(
            () -> new ControlTopics(client, topics, ControlCluster.CATALOGUE, -1, state).close())
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(consumers("unread")).isEmpty();
  }

  /** The consumers of this process with that client id. */
  private static Set<ObjectName> consumers(String id) throws MalformedObjectNameException {
    return ManagementFactory.getPlatformMBeanServer()
        .queryNames(new ObjectName("kafka.consumer:type=app-info,id=" + id), null);
  }

  @Test
  void shouldFenceAWriterThatBelievesItIsActive() throws Exception {
    Topics topics = new Topics("fenced");
    cluster.createTopics(topics, 1);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      // Somebody else opens the writer: what a controller that was elected meanwhile does.
      ControlWriter.open(cluster.client(), topics, ControlCluster.CATALOGUE).close();
      assertThatThrownBy(() -> controller.mirroring().make(new Mirror()))
          .isInstanceOfSatisfying(
              NotActiveException.class, e -> assertThat(e.mayBeMade()).isTrue());
      // Still elected by the group, it takes over anew.
      await().atMost(LONG).until(controller::active);
      assertThat(controller.mirroring().make(new Mirror()).epoch()).isEqualTo(2);
    }
    assertThat(epochs(topics)).containsExactly(1L, 2L);
  }

  @Test
  void shouldAdaptWhenAThresholdIsReachedAndGoBackBelowPrimaryLessSecondary() throws Exception {
    Topics topics = new Topics("adapts");
    cluster.createTopics(topics, 1);
    long tokenEpoch = cluster.tokenEpoch(topics.mirror());
    try (Controller controller = active(cluster.config("one", topics).build())) {
      controller.mirroring().make(new SetPolicy("thresholds", null, null, 0L));
      awaitMode(controller, topics, tokenEpoch, 99, "normal");
      awaitMode(controller, topics, tokenEpoch, 100, "busy");
      awaitMode(controller, topics, tokenEpoch, 25, "busy");
      awaitMode(controller, topics, tokenEpoch, 24, "normal");

      List<Decision> decisions = controller.decisions(2);
      assertThat(decisions.get(1).getKind()).isEqualTo("ADAPT");
      assertThat(decisions.get(1).getSite()).isEqualTo("m1");
      assertThat(decisions.get(1).getMeasured()).isEqualTo(100);
      assertThat(decisions.get(1).getReason()).contains("m1").contains("100");
      assertThat(decisions.get(0).getKind()).isEqualTo("RETURN");
      assertThat(decisions.get(0).getToMode()).isEqualTo("normal");
    }
  }

  /** The site says so until several rounds of the policy have passed, and this is in force. */
  private static void awaitMode(
      Controller controller, Topics topics, long tokenEpoch, long pending, String mode) {
    long untilMs = System.currentTimeMillis() + 1_500;
    await()
        .atMost(LONG)
        .until(
            () -> {
              SiteSample sample =
                  cluster.site("m1", topics.mirror(), tokenEpoch, 1).setPending(pending).build();
              cluster.sample(topics, sample);
              return System.currentTimeMillis() > untilMs
                  && parameters(controller).getInForce().getName().equals(mode);
            });
  }

  @Test
  void shouldKeepAPinnedFunctionWhateverIsMeasured() throws Exception {
    Topics topics = new Topics("pinned");
    cluster.createTopics(topics, 1);
    long tokenEpoch = cluster.tokenEpoch(topics.mirror());
    try (Controller controller = active(cluster.config("one", topics).build())) {
      controller.mirroring().make(new Pin("busy"));
      awaitMode(controller, topics, tokenEpoch, 0, "busy");
      controller.mirroring().make(new Release());
      awaitMode(controller, topics, tokenEpoch, 0, "normal");
      assertThat(controller.decisions(2))
          .extracting(Decision::getKind)
          .containsExactly("RELEASE", "PIN");
    }
  }

  @Test
  void shouldGoOnWhereThePolicyAsksForAFunctionThatIsNotHere() throws Exception {
    Topics topics = new Topics("classless");
    cluster.createTopics(topics, 1);
    long tokenEpoch = cluster.tokenEpoch(topics.mirror());
    cluster.send(topics.control(), 0, "parameters", adaptedFrom("elsewhere"));
    try (Controller controller = active(cluster.config("one", topics).build())) {
      await()
          .atMost(LONG)
          .until(
              () -> {
                cluster.sample(topics, cluster.site("m1", topics.mirror(), tokenEpoch, 1).build());
                return controller.detail().contains("'elsewhere' is not a function");
              });
      assertThat(controller.active()).isTrue();
      assertThat(parameters(controller).getEpoch()).isEqualTo(4);

      controller.mirroring().make(new SetMirror("busy"));

      awaitMode(controller, topics, tokenEpoch, 0, "busy");
      await().atMost(LONG).until(() -> controller.detail().equals("active"));
    }
  }

  /** Adapted, from a base that only another has. */
  private static Parameters adaptedFrom(String function) {
    Parameters defaults =
        DefaultParameters.of(
            RuleSet.standard(ControlCluster.CATALOGUE), null, 0, SetPolicy.THRESHOLDS);
    Parameters adapted = new ParameterEdits(ControlCluster.CATALOGUE).level(defaults, 1);
    List<FunctionSettings> functions = new ArrayList<>(adapted.getFunctions());
    String rules = "rules: [{name: x, rule: function, function: " + function + "}]";
    functions.add(new FunctionSettings(function, rules, "", 50));
    return Parameters.newBuilder(adapted)
        .setEpoch(4)
        .setFunctions(functions)
        .setBase(function)
        .build();
  }

  @Test
  void shouldPassOverWhatIsNotWrittenWhereItBelongs() throws Exception {
    Topics topics = new Topics("strays");
    cluster.createTopics(topics, 1);
    Parameters stray = adaptedFrom("elsewhere");
    cluster.send(topics.control(), 0, "parameter", stray);
    cluster.send(topics.monitor(), 0, "parameters", stray);
    cluster.send(topics.control(), 0, "parameters", new byte[] {0, 0, 0, 0, 3, 1, 2});
    try (Controller controller = active(cluster.config("one", topics).build())) {
      assertThat(parameters(controller).getEpoch()).isEqualTo(1);
      cluster.send(topics.decisions(), 0, "parameters", stray);
      assertThat(controller.mirroring().make(new Mirror()).epoch()).isEqualTo(2);
    }
  }

  @Test
  void shouldWriteItsParametersAnewWhenTheControlTopicIsMadeAnew() throws Exception {
    Topics topics = new Topics("anew");
    cluster.createTopics(topics, 1);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      controller.mirroring().make(new SetOverwrite("FlightPosition", 7));
      cluster.admin.deleteTopics(List.of(topics.control())).all().get();
      await().atMost(LONG).until(() -> controller.detail().contains("was deleted"));
      cluster.admin.createTopics(List.of(new NewTopic(topics.control(), 1, (short) 1))).all().get();

      await().atMost(LONG).until(controller::active);

      assertThat(epochs(topics)).containsExactly(3L);
      assertThat(parameters(controller).getInForce().getRules()).contains("length: 7");
    }
  }

  @Test
  void shouldSayThatItsClockIsAheadOfTheBrokers() throws Exception {
    Topics topics = new Topics("clocks");
    cluster.createTopics(topics, 1);
    SiteSample sample =
        cluster.site("m1", topics.mirror(), cluster.tokenEpoch(topics.mirror()), 1).build();
    try (Controller controller = active(cluster.config("one", topics).build())) {
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                cluster.sample(topics, sample, System.currentTimeMillis() - 60_000);
                return controller.detail().contains("ahead of the brokers'");
              });
      assertThat(controller.active()).isTrue();

      await()
          .atMost(LONG)
          .until(
              () -> {
                cluster.sample(topics, sample);
                return controller.detail().equals("active");
              });
    }
  }

  @Test
  void shouldAdaptByTheBrokersTimesHoweverFarItsClockIsAhead() throws Exception {
    Topics topics = new Topics("ahead");
    cluster.createTopics(topics, 1);
    SiteSample storm =
        cluster
            .site("m1", topics.mirror(), cluster.tokenEpoch(topics.mirror()), 1)
            .setPending(500)
            .build();
    try (Controller controller = active(cluster.config("one", topics).build())) {
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                cluster.sample(topics, storm, System.currentTimeMillis() - 60_000);
                return parameters(controller).getInForce().getName().equals("busy");
              });
    }
  }

  @Test
  void shouldKnowTheLiveMirrorsHoweverFarItsClockIsAhead() throws Exception {
    Topics topics = new Topics("mirrors");
    cluster.createTopics(topics, 1);
    SiteSample.Builder mirror =
        cluster.site("m1", topics.mirror(), cluster.tokenEpoch(topics.mirror()), 1);
    SiteSample live = mirror.build();
    SiteSample cutOff =
        mirror.setSite("m2").setUrl("http://127.0.0.1:2").setCutOffMs(4_000L).build();
    try (Controller controller = active(cluster.config("one", topics).build())) {
      List<String> known =
          await()
              .atMost(LONG)
              .pollInterval(Duration.ofMillis(200))
              .until(
                  () -> {
                    cluster.sample(topics, cutOff, System.currentTimeMillis() - 60_000);
                    cluster.sample(topics, live, System.currentTimeMillis() - 60_000);
                    return controller.mirrorUrls();
                  },
                  urls -> !urls.isEmpty());
      assertThat(known).containsExactly(live.getUrl());
    }
  }

  @Test
  void shouldSayWhichTopicsItNeedsAndGoOnWhenTheyAreThereAgain() throws Exception {
    Topics topics = new Topics("undecided");
    cluster.createTopics(topics, 1);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      cluster.admin.deleteTopics(List.of(topics.decisions())).all().get();
      assertThatThrownBy(() -> controller.mirroring().make(new Mirror()))
          .isInstanceOf(NotActiveException.class);
      await()
          .atMost(LONG)
          .until(
              () ->
                  controller.detail().contains("undecided.decisions")
                      && controller.detail().contains("windsock topics create"));

      cluster
          .admin
          .createTopics(List.of(new NewTopic(topics.decisions(), 1, (short) 1)))
          .all()
          .get();

      await().atMost(LONG).until(controller::active);
      assertThat(controller.mirroring().make(new Mirror()).epoch()).isEqualTo(2);
    }
  }

  @Test
  void shouldStandStillWhenTheTopologyKnowsMoreThanTheControlTopic() throws Exception {
    Topics topics = new Topics("lost");
    cluster.createTopics(topics, 1);
    cluster.topology(topics, 9);
    try (Controller controller = Controller.start(cluster.config("one", topics).build())) {
      await().atMost(LONG).until(() -> controller.detail().contains("epoch 9"));
      assertThat(controller.active()).isFalse();
      assertThat(controller.detail()).contains("windsock params init");
      assertThatThrownBy(() -> controller.mirroring().make(new Mirror()))
          .isInstanceOf(NotActiveException.class)
          .hasMessageContaining("epoch 9");
      assertThat(epochs(topics)).isEmpty();

      ControllerClient client = new ControllerClient(controller.url());
      assertThatThrownBy(() -> client.make(new Mirror())).hasMessageContaining("epoch 9");
      assertThat(client.make(new InitWith(true, 10, 10)).epoch()).isEqualTo(10);
      assertThat(controller.active()).isTrue();
      assertThat(controller.mirroring().make(new Mirror()).epoch()).isEqualTo(11);
    }
  }

  /** It was stopped while another wrote epochs 2 to 9, say, and then the topic was lost. */
  @Test
  void shouldNotWriteItsOldParametersAnewWhereTheTopologyKnowsNewerOnes() throws Exception {
    Topics topics = new Topics("outdated");
    cluster.createTopics(topics, 1);
    try (Controller controller = active(cluster.config("one", topics).build())) {
      cluster.topology(topics, 9);
      await().atMost(LONG).until(() -> controller.detail().contains("epoch 9"));
      cluster.admin.deleteTopics(List.of(topics.control())).all().get();
      await().atMost(LONG).until(() -> controller.detail().contains("was deleted"));
      cluster.admin.createTopics(List.of(new NewTopic(topics.control(), 1, (short) 1))).all().get();

      await()
          .atMost(LONG)
          .until(() -> controller.active() || controller.detail().contains("epoch 9"));

      assertThat(controller.active()).isFalse();
      assertThat(epochs(topics)).isEmpty();
      ControllerClient client = new ControllerClient(controller.url());
      assertThat(client.make(new InitWith(true, 10, 10)).epoch()).isEqualTo(10);
      assertThat(controller.active()).isTrue();
    }
  }

  @Test
  void shouldTrimBehindTheCommitPointAndNoFurtherThanASnapshot() throws Exception {
    Topics topics = new Topics("trims");
    cluster.createTopics(topics, 2);
    String mirror = topics.mirror();
    long tokenEpoch = cluster.tokenEpoch(mirror);
    cluster.fill(mirror, 0, 100);
    cluster.fill(mirror, 1, 100);
    cluster.commit(topics, "m1", mirror, 80, 90);
    cluster.commit(topics, "m2", mirror, 85, 40);
    SiteSample without = cluster.site("m1", mirror, tokenEpoch, 2).build();
    SiteSample with =
        cluster
            .site("m2", mirror, tokenEpoch, 2)
            .setSnapshot(ControlCluster.snapshot(60L, 70L))
            .build();
    ControllerConfig config = cluster.config("one", topics).siteExpiry(SITE_EXPIRY).build();
    try (Controller controller = active(config)) {
      awaitCommit(controller, topics, List.of(without), "published a snapshot");
      assertThat(cluster.begin(mirror, 0)).isZero();

      CommitPoint point = awaitCommit(controller, topics, List.of(without, with), "");
      assertThat(point.getOffsets()).containsExactly(80L, 40L);
      assertThat(point.getSites()).containsExactly("m1", "m2");
      assertThat(point.getSnapshot()).isEqualTo("m2/1");
      awaitBegins(topics, List.of(without, with), 60, 40);

      // m1 says no more: it expires, and only m2 holds the log back.
      CommitPoint last =
          await()
              .atMost(LONG)
              .until(
                  () -> {
                    cluster.sample(topics, with);
                    return controller.commitPoints().get(0);
                  },
                  it -> !it.getExpired().isEmpty());
      assertThat(last.getOffsets()).containsExactly(85L, 40L);
    }
  }

  /** Nobody can report meanwhile; m2 is the first that can again, and m1 is not down. */
  @Test
  void shouldNotTrimPastASiteThatReportsLaterAfterTheMonitorTopicWasAway() throws Exception {
    Topics topics = new Topics("unheard");
    cluster.createTopics(topics, 1);
    String mirror = topics.mirror();
    long tokenEpoch = cluster.tokenEpoch(mirror);
    cluster.fill(mirror, 0, 100);
    cluster.commit(topics, "m1", mirror, 40);
    cluster.commit(topics, "m2", mirror, 80);
    SiteSample later = cluster.site("m1", mirror, tokenEpoch, 1).build();
    SiteSample first =
        cluster.site("m2", mirror, tokenEpoch, 1).setSnapshot(ControlCluster.snapshot(90L)).build();
    ControllerConfig config = cluster.config("one", topics).siteExpiry(SITE_EXPIRY).build();
    try (Controller controller = active(config)) {
      awaitBegins(topics, List.of(later, first), 40);

      cluster.admin.deleteTopics(List.of(topics.monitor())).all().get();
      long goneNs = System.nanoTime();
      await()
          .atMost(LONG)
          .until(() -> System.nanoTime() - goneNs > SITE_EXPIRY.plusSeconds(1).toNanos());
      cluster.admin.createTopics(List.of(new NewTopic(topics.monitor(), 1, (short) 1))).all().get();
      CommitPoint point =
          await()
              .atMost(LONG)
              .until(
                  () -> {
                    cluster.sample(topics, first);
                    return controller.commitPoints().get(0);
                  },
                  it -> it.getExpired().contains("m1"));

      assertThat(point.getWaitsFor()).contains("some sites may not have reported yet");
      var unused = awaitCommit(controller, topics, List.of(later, first), "");
      assertThat(cluster.begin(mirror, 0)).isEqualTo(40);
    }
  }

  /** The brokers answer, so it says what they refuse, and trims once they do not. */
  @Test
  void shouldNotTakeARefusalToTrimForBrokersThatAreAway() throws Exception {
    Topics topics = new Topics("untrimmed");
    cluster.createTopics(topics, 1);
    String mirror = topics.mirror();
    cluster.fill(mirror, 0, 100);
    cluster.cleanUp(mirror, "compact");
    cluster.commit(topics, "m1", mirror, 80);
    List<SiteSample> samples =
        List.of(
            cluster
                .site("m1", mirror, cluster.tokenEpoch(mirror), 1)
                .setSnapshot(ControlCluster.snapshot(80L))
                .build());
    ControllerConfig config = cluster.config("one", topics).siteExpiry(SITE_EXPIRY).build();
    try (Controller controller = active(config)) {
      CommitPoint point = awaitCommit(controller, topics, samples, "refuses to trim this topic");
      assertThat(point.getOffsets()).containsExactly(80L);
      assertThat(cluster.begin(mirror, 0)).isZero();

      cluster.cleanUp(mirror, "delete");

      awaitBegins(topics, samples, 80);
      var unused = awaitCommit(controller, topics, samples, "");
    }
  }

  @Test
  void shouldNotTrimWhatALinkHasYetToCopy() throws Exception {
    Topics topics = new Topics("linked");
    cluster.createTopics(topics, 2);
    String mirror = topics.mirror();
    cluster.fill(mirror, 0, 100);
    cluster.fill(mirror, 1, 100);
    cluster.commit(topics, "m1", mirror, 80, 90);
    cluster.copied("far", mirror, 50, 100);
    List<SiteSample> samples =
        List.of(
            cluster
                .site("m1", mirror, cluster.tokenEpoch(mirror), 2)
                .setSnapshot(ControlCluster.snapshot(80L, 90L))
                .build());
    ControllerConfig config = cluster.config("one", topics).siteExpiry(SITE_EXPIRY).build();
    try (Controller controller = active(config)) {
      var unused = awaitCommit(controller, topics, samples, "link far has more to copy");
      awaitBegins(topics, samples, 50, 90);

      cluster.copied("far", mirror, 100, 100);
      unused = awaitCommit(controller, topics, samples, "");
      awaitBegins(topics, samples, 80, 90);
    }
  }

  /** Waits until the mirror topic begins there, while the sites go on reporting. */
  private static void awaitBegins(Topics topics, List<SiteSample> samples, long... begins) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              samples.forEach(sample -> cluster.sample(topics, sample));
              for (int partition = 0; partition < begins.length; partition++) {
                assertThat(cluster.begin(topics.mirror(), partition)).isEqualTo(begins[partition]);
              }
            });
  }

  private static CommitPoint awaitCommit(
      Controller controller, Topics topics, List<SiteSample> samples, String waitsFor) {
    return await()
        .atMost(LONG)
        .until(
            () -> {
              samples.forEach(sample -> cluster.sample(topics, sample));
              List<CommitPoint> points = controller.commitPoints();
              return points.isEmpty() ? null : points.get(0);
            },
            point ->
                point != null
                    && point.getSites().size() == samples.size()
                    && (waitsFor.isEmpty()
                        ? point.getWaitsFor().isEmpty()
                        : point.getWaitsFor().contains(waitsFor)));
  }
}
