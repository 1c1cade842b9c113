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
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.kafka.TopicWatch;
import io.windsock.platform.registry.SchemaIds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * A running controller. Any thread may call it. Several may run: one is active and the others wait.
 * The data path does not depend on a controller.
 */
public final class Controller implements AutoCloseable {
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);

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
            state,
            queue::by,
            storms,
            config.serving().http(),
            config.serving()::urls,
            meters.metrics());
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

  /** Opens a controller; on failure, closes everything opened so far. */
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
   * Starts a controller. It is elected, or waits, in the background.
   *
   * @throws ConfigurationException if the cluster does not answer, if the topics do not exist in
   *     time or have several partitions, or if records have other schema ids
   */
  public static Controller start(ControllerConfig config) {
    return start(config, null);
  }

  /**
   * Starts a controller whose console can start storms.
   *
   * @param storms remains the caller's to close; null if storms are not supported
   * @throws ConfigurationException as {@link #start(ControllerConfig)} does
   */
  public static Controller start(ControllerConfig config, @Nullable Storms storms) {
    Admin admin = Admin.create(config.kafka().client());
    try {
      awaitTopics(config, admin);
      SchemaIds.agree(config.kafka().client(), config.topics(), config.catalogue());
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
    try {
      for (String name : names) {
        requireOnePartition(LogTopic.find(admin, name, config.kafka().topicPatience()));
      }
    } catch (UnknownTopicOrPartitionException e) {
      throw ConfigurationException.of(
          "controller",
          "there are no topics %s after %s s: is the topology running, and with the same topic prefix?"
              .formatted(names, config.kafka().topicPatience().toSeconds()));
    } catch (KafkaException e) {
      throw e.getCause() instanceof TimeoutException
          ? ConfigurationException.of(
              "controller.bootstrapServers",
              "no Kafka broker answers at '" + config.kafka().bootstrapServers() + "'")
          : ConfigurationException.of("controller", "the cluster refuses: " + e.getMessage());
    }
  }

  /** Controllers read and write one partition; records in others would be missed. */
  private static void requireOnePartition(LogTopic topic) {
    if (topic.partitions() != 1) {
      throw ConfigurationException.of(
          "topic " + topic.name(),
          "has %d partitions; it must have 1: delete it, then run windsock topics create"
              .formatted(topic.partitions()));
    }
  }

  /** Returns the controller's name. */
  public String name() {
    return config.name();
  }

  /** Returns whether this controller is the active one. */
  public boolean active() {
    return state.active();
  }

  /** Returns whether it has stopped by itself; {@link #detail} gives the reason. */
  public boolean stopped() {
    return state.status().phase() == ControllerStatus.Phase.STOPPED;
  }

  /** Returns the base URLs of the live mirrors that reach the log. */
  public List<String> mirrorUrls() {
    long nowMs = state.clock().millis();
    return state.members(members -> members.serving("mirror", nowMs)).stream()
        .map(SiteSample::getUrl)
        .toList();
  }

  /** Returns the console's base URL, such as {@code http://127.0.0.1:8090}. */
  public String url() {
    return server.url();
  }

  /** Returns a description of the controller's status. */
  public String detail() {
    return state.status().detail();
  }

  /** Returns the newest parameters; null while none are known. */
  public @Nullable Parameters parameters() {
    return state.parameters();
  }

  /** Returns the latest decisions, newest first; at most {@code limit}. */
  public List<Decision> decisions(int limit) {
    return state.decisions(limit);
  }

  /** Returns the latest commit point of each output topic. */
  public List<CommitPoint> commitPoints() {
    return state.commitPoints();
  }

  /** Returns the mirroring API. */
  public Mirroring mirroring() {
    return mirroring(Caller.named("a program"));
  }

  /** Returns the mirroring API for a named caller; decisions record the name. */
  public Mirroring mirroring(String who) {
    return mirroring(Caller.named(who));
  }

  /**
   * Returns the mirroring API for a caller that names the epoch its changes apply to. Its calls
   * throw {@link io.windsock.contracts.call.EpochMismatchException} if the parameters are at
   * another epoch.
   */
  public Mirroring mirroring(Caller caller) {
    return queue.by(caller);
  }

  /** Leaves the election; another controller takes over at once. */
  @Override
  public void close() {
    server.close();
    checkpoints.close();
    thread.close();
    admin.close(CLOSE_PATIENCE);
    meters.close();
  }
}
