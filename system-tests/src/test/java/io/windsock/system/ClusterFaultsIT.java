package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each role of a cluster in turn is killed, stopped where it is for half a minute, and cut off from
 * the network, while a feed is sent and clients listen: nothing is lost, no client sees a gap or a
 * repetition, and updates take less than a second again soon after, or on a slow machine no longer
 * than before the first fault. Then the containers are restarted one after the other. After all
 * that, what the file's own replayer sends reaches all mirrors, too, and the file's Prometheus
 * answers every dashboard.
 *
 * <p>{@code -Dwindsock.recovery.seconds=30} holds it to how soon. Without it the test runs beside
 * whatever else the machine does, and only asks that updates do come back.
 */
@Tag("alone")
class ClusterFaultsIT {
  private static final int FAULTS = Integer.getInteger("windsock.faults", 3);

  /** How many kinds of containers the short form restarts. */
  private static final int RESTARTS = 2;

  private static final int CLIENTS = 200;

  /** More than the 60 of the file's own replay; twice as many leave two processors no rest. */
  private static final double EVENTS_PER_SECOND = 100;

  private static final int STEADY = 10;

  /** Buckets of the histogram of update delays: what is asked for, and what a slow machine does. */
  private static final List<Double> BOUNDS_SECONDS = List.of(1.0, 2.0, 5.0);

  /** For each second within which updates come before the first fault. */
  private static final Duration RECOVERY =
      Duration.ofSeconds(Integer.getInteger("windsock.recovery.seconds", 120));

  private static final Topics TOPICS = Topics.standard();

  /** What is done to a container, and for how long. */
  private enum Fault {
    KILL(3) {
      @Override
      void begin(ClusterNode node) {
        node.kill();
      }

      @Override
      void end(ClusterNode node) {
        node.start();
      }
    },
    RESTART(0) {
      @Override
      void begin(ClusterNode node) {
        node.stop();
        assertThat(node.exitCode()).as("exit code of " + node.name()).isIn(0L, SIGTERM);
      }

      @Override
      void end(ClusterNode node) {
        node.start();
      }
    },
    PAUSE(30) {
      @Override
      void begin(ClusterNode node) {
        node.pause();
      }

      @Override
      void end(ClusterNode node) {
        node.unpause();
      }
    },
    CUT(15) {
      @Override
      void begin(ClusterNode node) {
        node.cut();
      }

      @Override
      void end(ClusterNode node) {
        node.join();
      }
    };

    private final int seconds;

    Fault(int seconds) {
      this.seconds = seconds;
    }

    abstract void begin(ClusterNode node);

    abstract void end(ClusterNode node);
  }

  /** Which container is hit. */
  private enum Role {
    BROKER_LEADER {
      @Override
      String node(Cluster cluster, Random random) throws Exception {
        TopicDescription mirror =
            Objects.requireNonNull(topics(cluster, List.of(TOPICS.mirror())).get(TOPICS.mirror()));
        return "kafka-" + mirror.partitions().get(0).leader().id();
      }
    },
    TOPOLOGY {
      @Override
      String node(Cluster cluster, Random random) {
        return any(Cluster.TOPOLOGIES, random);
      }
    },
    CENTRAL {
      @Override
      String node(Cluster cluster, Random random) {
        return "central";
      }
    },
    MIRROR {
      @Override
      String node(Cluster cluster, Random random) {
        return any(Cluster.MIRRORS, random);
      }
    },
    ACTIVE_CONTROLLER {
      @Override
      String node(Cluster cluster, Random random) {
        return cluster.activeController();
      }
    };

    abstract String node(Cluster cluster, Random random) throws Exception;

    private static String any(List<String> names, Random random) {
      return names.get(random.nextInt(names.size()));
    }
  }

  /** Three of them for five roles: after fifteen faults each role has had each. */
  private static final List<Fault> FAULTS_IN_TURN = List.of(Fault.KILL, Fault.PAUSE, Fault.CUT);

  /** What a JVM answers that was asked to stop by a signal, and did. */
  private static final long SIGTERM = 143;

  @BeforeAll
  static void needsAnEngine() {
    Engine.assumePresent();
  }

  @Test
  @Timeout(value = 100, unit = TimeUnit.MINUTES)
  void shouldLoseNothingAndRecover() throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    System.out.println("faults at random containers: -Dwindsock.seed=" + seed);
    Random random = new Random(seed);
    underLoad(
        (cluster, usualSeconds) -> {
          List<Role> roles = roles(random);
          for (int i = 0; i < FAULTS; i++) {
            Role role = roles.get(i % roles.size());
            Fault fault = FAULTS_IN_TURN.get(i % FAULTS_IN_TURN.size());
            inject(cluster, fault, role.node(cluster, random), usualSeconds);
          }
          for (String name : restarts(random)) {
            inject(cluster, Fault.RESTART, name, usualSeconds);
          }
        });
  }

  /**
   * All roles in random order. A mirror is always among those that are hit, however few: only then
   * do clients have to move.
   */
  private static List<Role> roles(Random random) {
    List<Role> roles = new ArrayList<>(List.of(Role.values()));
    Collections.shuffle(roles, random);
    int mirror = roles.indexOf(Role.MIRROR);
    if (mirror >= FAULTS) {
      Collections.swap(roles, mirror, random.nextInt(FAULTS));
    }
    return roles;
  }

  /**
   * In the order of docs/operations.md: every container, or in the short form one of some kinds.
   */
  private static List<String> restarts(Random random) {
    List<List<String>> kinds =
        List.of(
            Cluster.BROKERS,
            Cluster.MIRRORS,
            List.of("central"),
            Cluster.TOPOLOGIES,
            Cluster.CONTROLLERS,
            Cluster.GATEWAYS);
    if (FAULTS >= FAULTS_IN_TURN.size() * Role.values().length) {
      return kinds.stream().flatMap(List::stream).toList();
    }
    List<Integer> drawn = new ArrayList<>(IntStream.range(0, kinds.size()).boxed().toList());
    Collections.shuffle(drawn, random);
    return drawn.stream().limit(RESTARTS).sorted().map(kind -> kinds.get(kind).get(0)).toList();
  }

  /** What is done to a cluster. */
  private interface Disturbance {
    void on(Cluster cluster, double usualSeconds) throws Exception;
  }

  private static void underLoad(Disturbance disturbance) throws Exception {
    try (Cluster cluster = Cluster.start(Path.of("target", "cluster-faults"));
        FollowingClients clients = new FollowingClients(cluster.mirrorUrls(), CLIENTS);
        ClusterFeed feed = new ClusterFeed(cluster.bootstrapServers(), EVENTS_PER_SECOND)) {
      double usualSeconds = usualSeconds(cluster);
      System.out.println("before the first fault 99 of 100 updates within s: " + usualSeconds);
      int moves = clients.moves();
      disturbance.on(cluster, usualSeconds);
      assertThat(feed.isRunning()).isTrue();
      long acked = feed.stop() + new ClusterReplay(cluster).untilEveryExpressionIsAnswered();
      new ClusterOutcome(cluster).assertNothingLost(acked);
      clients.assertRows();
      clients.assertFaultless();
      assertThat(clients.moves()).isGreaterThan(moves);
      System.out.printf(
          "%d events, %d clients moved %d times: %d resumed, %d began anew%n",
          acked, CLIENTS, clients.moves(), clients.seen("resume"), clients.seen("reset"));
    }
  }

  /** What was hit is back, and no partition lacks a replica: only then may the next one go. */
  private static void awaitWhole(Cluster cluster, String name) {
    await(name + " well, and all replicas in sync")
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1))
        .ignoreExceptions()
        .until(() -> cluster.node(name).isWell() && isReplicated(cluster));
  }

  private static boolean isReplicated(Cluster cluster) throws Exception {
    return topics(cluster, List.of(TOPICS.mirror(), TOPICS.forward())).values().stream()
        .flatMap(topic -> topic.partitions().stream())
        .allMatch(partition -> partition.isr().size() == Cluster.BROKERS.size());
  }

  private static Map<String, TopicDescription> topics(Cluster cluster, List<String> names)
      throws Exception {
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", cluster.bootstrapServers()))) {
      return admin.describeTopics(names).allTopicNames().get(30, TimeUnit.SECONDS);
    }
  }

  private static void inject(Cluster cluster, Fault fault, String name, double usualSeconds) {
    ClusterNode node = cluster.node(name);
    fault.begin(node);
    pause(fault.seconds);
    fault.end(node);
    long end = System.nanoTime();
    UpdateDelays delays = new UpdateDelays(cluster);
    await(fault + " of " + name)
        .atMost(RECOVERY.multipliedBy((long) usualSeconds))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> delays.seconds() <= usualSeconds);
    System.out.printf(
        "%s of %s: updates within %s s again %.1f s after its end%n",
        fault, name, usualSeconds, (System.nanoTime() - end) / 1e9);
    awaitWhole(cluster, name);
  }

  /** How long the fault lasts; nothing waits for anything here. */
  private static void pause(int seconds) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  /**
   * Within how many seconds updates are handed out, ten looks in turn, before anything is done to
   * the cluster: one, unless the machine is too slow for that. A cluster that still starts is slow
   * for that reason: it gets three minutes to become quicker.
   */
  private static double usualSeconds(Cluster cluster) {
    UpdateDelays delays = new UpdateDelays(cluster);
    Map<Double, Integer> inTurn = new TreeMap<>();
    Map<Double, Integer> longest = new TreeMap<>();
    long deadlineNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    do {
      pause(1);
      double seconds = delays.seconds();
      BOUNDS_SECONDS.forEach(
          bound -> inTurn.merge(bound, seconds <= bound ? 1 : 0, (n, one) -> (n + one) * one));
      inTurn.forEach((bound, looks) -> longest.merge(bound, looks, Math::max));
    } while (inTurn.get(BOUNDS_SECONDS.get(0)) < STEADY && System.nanoTime() < deadlineNs);
    return longest.entrySet().stream()
        .filter(looks -> looks.getValue() >= STEADY)
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new AssertionError("looks in turn, by seconds: " + longest));
  }
}
