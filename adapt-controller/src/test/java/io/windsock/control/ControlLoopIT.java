package io.windsock.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.call.Written;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.change.ChangeQueue;
import io.windsock.control.state.ControllerListener;
import io.windsock.control.state.ControllerState;
import io.windsock.control.testing.Samples;
import io.windsock.platform.kafka.TopicWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;

/**
 * The control loop where it takes over, and on a machine whose clock is set back, or that paused.
 */
class ControlLoopIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long HOUR_MS = 3_600_000;
  private static final long POLICY_NS = 500_000_000;
  private static final long RETRY_NS = 1_000_000_000;

  /** Kafka's default number of records that one poll returns at most. */
  private static final int MAX_POLL = 500;

  @Test
  void shouldGoOnAdaptingWhenTheClockIsSetBack() throws Exception {
    Topics topics = new Topics("back");
    AtomicLong stepMs = new AtomicLong();
    ControllerState state =
        new ControllerState(
            "one", () -> Instant.ofEpochMilli(System.currentTimeMillis() + stepMs.get()));
    try (ControlCluster cluster = new ControlCluster()) {
      cluster.createTopics(topics, 1);
      SiteSample storm =
          cluster
              .site("m1", topics.mirror(), cluster.tokenEpoch(topics.mirror()), 1)
              .setPending(500)
              .build();
      TopicWatch control = CheckpointLoop.watch(cluster.admin, topics.control());
      ControllerConfig config = cluster.config("one", topics).build();
      try (ControllerMeters meters = new ControllerMeters(state, ControlCluster.CATALOGUE);
          ControlLoop loop =
              ControlLoop.open(
                  config, control, state, meters, new ChangeQueue(), System::nanoTime)) {
        await().atMost(PATIENCE).until(() -> works(loop) && state.active());
        assertThat(mode(state)).isEqualTo("normal");

        stepMs.set(-HOUR_MS);

        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  cluster.sample(topics, storm);
                  return works(loop) && mode(state).equals("busy");
                });
      }
    }
  }

  /** Of a standby that takes over, and of a controller that starts anew. */
  @Test
  void shouldNotAdaptToAStormThatEndedBeforeItDecides() throws Exception {
    Topics topics = new Topics("ended");
    AtomicLong nowNs = new AtomicLong();
    ControllerState state = new ControllerState("one", Instant::now);
    try (ControlCluster cluster = new ControlCluster()) {
      cluster.createTopics(topics, 1);
      SiteSample.Builder site =
          cluster.site("m1", topics.mirror(), cluster.tokenEpoch(topics.mirror()), 1);
      cluster.sample(topics, site.setPending(500).build());
      SiteSample calm = site.setPending(0).build();
      cluster.sample(topics, calm);
      TopicWatch control = CheckpointLoop.watch(cluster.admin, topics.control());
      ControllerConfig config = cluster.config("one", topics).build();
      try (ControllerMeters meters = new ControllerMeters(state, ControlCluster.CATALOGUE);
          ControlLoop loop =
              ControlLoop.open(config, control, state, meters, new ChangeQueue(), nowNs::get)) {
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  nowNs.addAndGet(POLICY_NS);
                  return works(loop) && state.active();
                });
        for (int i = 0; i < 10; i++) {
          nowNs.addAndGet(POLICY_NS);
          cluster.sample(topics, calm);
          works(loop);
        }

        assertThat(mode(state)).isEqualTo("normal");
      }
    }
  }

  @Test
  void shouldTellOfTheLastCommitPointOnlyAndOnce() throws Exception {
    Topics topics = new Topics("points");
    List<Long> told = new CopyOnWriteArrayList<>();
    ControllerState state = new ControllerState("one", Instant::now);
    state.listen(
        new ControllerListener() {
          @Override
          public void committed(CommitPoint point) {
            told.add(point.getAtMs());
          }
        });
    try (ControlCluster cluster = new ControlCluster()) {
      cluster.createTopics(topics, 1);
      for (long atMs = 1; atMs <= 3; atMs++) {
        announce(cluster, topics, atMs);
      }
      TopicWatch control = CheckpointLoop.watch(cluster.admin, topics.control());
      ControllerConfig config = cluster.config("one", topics).build();
      try (ControllerMeters meters = new ControllerMeters(state, ControlCluster.CATALOGUE);
          ControlLoop loop =
              ControlLoop.open(
                  config, control, state, meters, new ChangeQueue(), System::nanoTime)) {
        assertThat(told).containsExactly(3L);

        await().atMost(PATIENCE).until(() -> works(loop) && state.active());
        assertThat(told).containsExactly(3L);

        announce(cluster, topics, 4);
        await().atMost(PATIENCE).until(() -> works(loop) && told.size() > 1);
        assertThat(told).containsExactly(3L, 4L);
      }
    }
  }

  /** Another controller may have announced a later one meanwhile. */
  @Test
  void shouldNotAnnounceACommitPointThatWasFoundBeforeItTookOver() throws Exception {
    Topics topics = new Topics("former");
    ChangeQueue queue = new ChangeQueue();
    ControllerState state = new ControllerState("one", Instant::now);
    List<CompletableFuture<Written>> announced = new CopyOnWriteArrayList<>();
    try (ControlCluster cluster = new ControlCluster()) {
      cluster.createTopics(topics, 1);
      TopicWatch control = CheckpointLoop.watch(cluster.admin, topics.control());
      ControllerConfig config = cluster.config("one", topics).build();
      try (ControllerMeters meters = new ControllerMeters(state, ControlCluster.CATALOGUE);
          ControlLoop loop =
              ControlLoop.open(config, control, state, meters, queue, System::nanoTime)) {
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  announced.add(queue.submit(new ChangeQueue.Announcement(Samples.commitPoint(1))));
                  return works(loop) && state.active();
                });

        assertThat(announced).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(cluster.read(topics.control(), CommitPoint.class)).isEmpty();
      }
    }
  }

  /**
   * It has nothing to write that would fail, and the group can't tell it that another is elected.
   */
  @Test
  void shouldNotStayActiveWithoutBrokers() throws Exception {
    Topics topics = new Topics("away");
    AtomicLong nowNs = new AtomicLong();
    ControllerState state = new ControllerState("one", Instant::now);
    try (ControlCluster cluster = new ControlCluster();
        Admin admin = Admin.create(impatient(cluster.client()))) {
      cluster.createTopics(topics, 1);
      TopicWatch control = CheckpointLoop.watch(admin, topics.control());
      ControllerConfig config = cluster.config("one", topics).build();
      try (ControllerMeters meters = new ControllerMeters(state, ControlCluster.CATALOGUE);
          ControlLoop loop =
              ControlLoop.open(config, control, state, meters, new ChangeQueue(), nowNs::get)) {
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  nowNs.addAndGet(RETRY_NS);
                  return works(loop) && state.active();
                });
        cluster.stopBroker();

        control.look(PATIENCE);
        assertThat(works(loop) && state.active()).as("after one look without an answer").isTrue();
        control.look(PATIENCE);
        assertThat(works(loop) && state.active()).isFalse();
        assertThat(state.status().detail()).contains("the brokers do not answer");

        nowNs.addAndGet(RETRY_NS);
        assertThat(works(loop) && state.active()).isFalse();
        assertThat(state.status().detail())
            .as("it does not try to take over")
            .contains("the brokers do not answer");
      }
    }
  }

  private static Map<String, Object> impatient(Map<String, Object> client) {
    Map<String, Object> properties = new HashMap<>(client);
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 5_000);
    return properties;
  }

  private static void announce(ControlCluster cluster, Topics topics, long atMs) {
    CommitPoint point = Samples.commitPoint(atMs);
    cluster.send(topics.control(), 0, "commit/" + point.getTopic(), point);
  }

  /** A storm came and went while it was stopped, and sites reported more than one poll reads. */
  @Test
  void shouldNotAdaptToAStormThatEndedWhileItPaused() throws Exception {
    Topics topics = new Topics("paused");
    AtomicLong nowNs = new AtomicLong();
    ControllerState state = new ControllerState("one", Instant::now);
    try (ControlCluster cluster = new ControlCluster()) {
      cluster.createTopics(topics, 1);
      SiteSample.Builder site =
          cluster.site("m1", topics.mirror(), cluster.tokenEpoch(topics.mirror()), 1);
      SiteSample calm = site.setPending(0).build();
      SiteSample storm = site.setPending(500).build();
      TopicWatch control = CheckpointLoop.watch(cluster.admin, topics.control());
      ControllerConfig config = cluster.config("one", topics).build();
      try (ControllerMeters meters = new ControllerMeters(state, ControlCluster.CATALOGUE);
          ControlLoop loop =
              ControlLoop.open(config, control, state, meters, new ChangeQueue(), nowNs::get)) {
        AtomicInteger reports = new AtomicInteger();
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  cluster.sample(topics, calm);
                  nowNs.addAndGet(POLICY_NS);
                  return works(loop) && state.active() && reports.incrementAndGet() > 20;
                });
        long endedMs = System.currentTimeMillis() - HOUR_MS / 60;
        for (int i = 0; i < 3 * MAX_POLL; i++) {
          cluster.sample(topics, storm, endedMs - 3 * MAX_POLL + i);
        }

        for (int i = 0; i < 30; i++) {
          cluster.sample(topics, calm);
          nowNs.addAndGet(POLICY_NS);
          works(loop);
          assertThat(mode(state)).isEqualTo("normal");
        }
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  cluster.sample(topics, storm);
                  nowNs.addAndGet(POLICY_NS);
                  return works(loop) && mode(state).equals("busy");
                });
      }
    }
  }

  private static boolean works(ControlLoop loop) {
    loop.doWork();
    return true;
  }

  private static String mode(ControllerState state) {
    return Objects.requireNonNull(state.parameters()).getInForce().getName();
  }
}
