package io.windsock.control;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.change.Caller;
import io.windsock.control.change.ChangeQueue;
import io.windsock.control.http.ControllerServer;
import io.windsock.control.http.Storms;
import io.windsock.control.state.ControllerState;
import io.windsock.control.state.ControllerStatus;
import io.windsock.platform.kafka.TopicWatch;
import io.windsock.platform.registry.SchemaIds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * A running controller. Any thread may call it. Several may run: one is active, the others wait.
 * The data path runs on without any.
 */
public final class Controller implements AutoCloseable {
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);
  private static final long LOOK_MS = 200;

  private final ControllerConfig config;
  private final Admin admin;
  private final ControllerState state;
  private final ControllerMeters meters;
  private final ChangeQueue queue = new ChangeQueue();
  private final ControllerServer server;
  private final CheckpointLoop checkpoints;
  private final ControlThread thread;

  private Controller(
      ControllerConfig config,
      Admin admin,
      ControllerState state,
      ControllerMeters meters,
      @Nullable Storms storms) {
    this.config = config;
    this.admin = admin;
    this.state = state;
    this.meters = meters;
    state.listen(meters);
    server =
        ControllerServer.start(
            state, queue::by, storms, config.http(), config::urls, meters.metrics());
    try {
      TopicWatch control = CheckpointLoop.watch(admin, config.topics().control());
      ControlLoop loop = ControlLoop.open(config, control, state, meters, queue, System::nanoTime);
      loop.meters().forEach(meters.metrics()::bind);
      thread = new ControlThread(config.name(), loop, this::stopped);
      checkpoints = new CheckpointLoop(config, admin, control, state, queue, meters);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void stopped(String why) {
    state.status(new ControllerStatus(ControllerStatus.Phase.STOPPED, why));
  }

  /** Opens a controller; what it has opened is closed again if it can't be. */
  static Controller open(
      ControllerConfig config,
      Admin admin,
      ControllerState state,
      ControllerMeters meters,
      @Nullable Storms storms) {
    try {
      return new Controller(config, admin, state, meters, storms);
    } catch (RuntimeException e) {
      meters.close();
      throw e;
    }
  }

  /**
   * Starts a controller; it is elected, or waits, on its own.
   *
   * @throws ConfigurationException if the cluster does not answer or the topics aren't there in
   *     time, or records have other schema ids
   */
  public static Controller start(ControllerConfig config) {
    return start(config, null);
  }

  /**
   * Starts a controller whose console can start storms.
   *
   * @param storms stays the caller's; null: it can't
   * @throws ConfigurationException as {@link #start(ControllerConfig)} does
   */
  public static Controller start(ControllerConfig config, @Nullable Storms storms) {
    Admin admin = Admin.create(config.client());
    try {
      awaitTopics(config, admin);
      SchemaIds.agree(config.client(), config.topics(), config.catalogue());
      ControllerState state = new ControllerState(config.name(), InstantSource.system());
      ControllerMeters meters = new ControllerMeters(state, config.catalogue());
      Controller controller = open(config, admin, state, meters, storms);
      controller.thread.start();
      controller.checkpoints.start();
      return controller;
    } catch (KafkaException e) {
      admin.close(Duration.ZERO);
      throw ConfigurationException.of("controller", "the cluster does not answer: " + e);
    } catch (RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  private static void awaitTopics(ControllerConfig config, Admin admin) {
    List<String> names =
        List.of(config.topics().control(), config.topics().monitor(), config.topics().decisions());
    long deadlineNs = System.nanoTime() + config.topicPatience().toNanos();
    while (!exist(config, admin, names)) {
      if (System.nanoTime() > deadlineNs) {
        throw ConfigurationException.of(
            "controller",
            "there are no topics "
                + names
                + " after "
                + config.topicPatience().toSeconds()
                + " s: is the topology running, and with the same topic prefix?");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
    }
  }

  private static boolean exist(ControllerConfig config, Admin admin, List<String> names) {
    try {
      admin
          .describeTopics(Set.copyOf(names))
          .allTopicNames()
          .get(Math.max(LOOK_MS, config.topicPatience().toMillis()), TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ConfigurationException.of("controller", "interrupted while it waited for its topics");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw ConfigurationException.of("controller", "the cluster refuses: " + e.getCause());
    } catch (TimeoutException e) {
      throw ConfigurationException.of(
          "controller.bootstrapServers",
          "no Kafka broker answers at '" + config.bootstrapServers() + "'");
    }
  }

  /** Its name. */
  public String name() {
    return config.name();
  }

  /** Whether it is the one that decides. */
  public boolean active() {
    return state.active();
  }

  /** Whether it has stopped by itself; {@link #detail} says why. */
  public boolean stopped() {
    return state.status().phase() == ControllerStatus.Phase.STOPPED;
  }

  /** Base URLs of the mirrors that are live and reach the log. */
  public List<String> mirrorUrls() {
    long nowMs = state.clock().millis();
    return state.members(members -> members.serving("mirror", nowMs)).stream()
        .map(SiteSample::getUrl)
        .toList();
  }

  /** Where its console is: {@code http://127.0.0.1:8090}. */
  public String url() {
    return server.url();
  }

  /** The same in words. */
  public String detail() {
    return state.status().detail();
  }

  /** The newest parameters; null while none are known. */
  public @Nullable Parameters parameters() {
    return state.parameters();
  }

  /** The latest decisions, newest first; at most {@code limit}. */
  public List<Decision> decisions(int limit) {
    return state.decisions(limit);
  }

  /** The latest commit point of each output topic. */
  public List<CommitPoint> commitPoints() {
    return state.commitPoints();
  }

  /** The mirroring API. */
  public Mirroring mirroring() {
    return mirroring(Caller.named("a program"));
  }

  /** The mirroring API for someone; decisions tell the name. */
  public Mirroring mirroring(String who) {
    return mirroring(Caller.named(who));
  }

  /**
   * The mirroring API for someone who names the epoch that a change is for; its calls throw {@link
   * io.windsock.contracts.call.EpochMismatchException} where the parameters are at another.
   */
  public Mirroring mirroring(Caller caller) {
    return queue.by(caller);
  }

  /** Leaves; another controller takes over at once. */
  @Override
  public void close() {
    server.close();
    checkpoints.close();
    thread.close();
    admin.close(CLOSE_PATIENCE);
    meters.close();
  }
}
