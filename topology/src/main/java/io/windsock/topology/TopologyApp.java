package io.windsock.topology;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.registry.SchemaIds;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.topology.guard.GroupWatch;
import io.windsock.topology.guard.StartGuard;
import io.windsock.topology.receive.TaskParameters;
import io.windsock.topology.streams.StreamsClients;
import io.windsock.topology.streams.TaskParts;
import io.windsock.topology.streams.TopologyGraph;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running topology: one instance of the Kafka Streams application. Safe for use from any thread.
 *
 * <pre>
 *  start ──▶ STARTING ──▶ RUNNING ──close──▶ CLOSED
 *               ▲  │         │
 *               └──┼─────────┤ rebalance
 *                  └─────────┴──too many faults──▶ FAILED ──close──▶ CLOSED
 * </pre>
 */
public final class TopologyApp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyApp.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

  /** The state of a topology. */
  public enum State {
    /**
     * It joins its group or restores its status table. This includes rebalances, and waiting while
     * a foreign member of the group prevents it from running.
     */
    STARTING,
    /** It processes records. */
    RUNNING,
    /** It has stopped because of an error; {@link Health#reason} describes it. */
    FAILED,
    /** It was closed. */
    CLOSED
  }

  /**
   * The health of a topology.
   *
   * @param state its state
   * @param reason why it failed or is not running; null if there is no fault
   */
  public record Health(State state, @Nullable String reason) {}

  private final TopologyConfig config;
  private final Admin admin;
  private final Instance instance;
  private final FaultPolicy faults =
      new FaultPolicy(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  private final ControlFeed control;
  private final TaskParts tasks;
  private final TopologyMeters meters = new TopologyMeters();
  private final TopologyMonitor monitor;
  private final GroupWatch group;
  private final KafkaStreams streams;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();

  private TopologyApp(TopologyConfig config, Admin admin, Instance instance) {
    this.config = config;
    this.admin = admin;
    this.instance = instance;
    this.control = new ControlFeed(config, admin);
    StreamsClients clients =
        new StreamsClients(
            config.applicationId() + "-" + instance.id(),
            SourceIds.read(admin, config.application().sources()));
    this.tasks =
        new TaskParts(
            clients,
            config.topics(),
            config.catalogue(),
            TaskParameters.initial(config.rules().set(), config.markers().every()),
            control::newest,
            config.limits(),
            config.markers().idleMs(),
            meters);
    this.monitor = new TopologyMonitor(config, admin, instance.id(), tasks, control);
    this.group = new GroupWatch(admin, config.application());
    this.streams =
        new KafkaStreams(
            TopologyGraph.of(tasks), StreamsProperties.of(config, instance.id()), clients);
    streams.setUncaughtExceptionHandler(faults);
    streams.setStateListener(this::stateChanged);
  }

  /**
   * Checks the cluster, creates or checks the topics, and starts. Returns once the application has
   * been started; {@link #awaitRunning} waits until it processes records.
   *
   * @throws ConfigurationException if the cluster, a topic or the state folder can't be used, if
   *     the application id belongs to another prefix, if a topic with this application's output is
   *     missing, or if records have other schema ids
   */
  public static TopologyApp start(TopologyConfig config) {
    Admin admin = Admin.create(config.clientProperties());
    try {
      StartGuard.check(admin, config.clientProperties(), config.application(), config.start());
      TopicSetup.ensure(
          admin,
          config.topics(),
          config.catalogue(),
          config.kafka().partitions(),
          config.kafka().replication());
      ChangelogLimit.ensure(admin, config);
      SchemaIds.agree(config.clientProperties(), config.topics(), config.catalogue());
      return start(config, admin, Instance.open(config.processing().stateDir()));
    } catch (RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  private static TopologyApp start(TopologyConfig config, Admin admin, Instance instance) {
    try {
      TopologyApp app = new TopologyApp(config, admin, instance);
      app.meters.watch(app, app.tasks, app.streams);
      app.meters.expect(config.catalogue().streams(), config.kafka().partitions());
      app.control.start();
      app.streams.start();
      app.monitor.start();
      app.group.start();
      return app;
    } catch (RuntimeException e) {
      instance.close();
      throw e;
    }
  }

  private void stateChanged(KafkaStreams.State now, KafkaStreams.State before) {
    LOG.info("The topology {} is {}, was {}", config.applicationId(), now, before);
    if (now.hasCompletedShutdown()) {
      stopped.countDown();
    }
  }

  /** Returns the current health. */
  public Health health() {
    if (closed.get()) {
      return new Health(State.CLOSED, null);
    }
    String reason = faults.reason();
    KafkaStreams.State state = streams.state();
    if (reason != null || state.hasCompletedShutdown() || state.isShuttingDown()) {
      return new Health(State.FAILED, reason == null ? "Streams stopped by itself" : reason);
    }
    String foreign = group.fault();
    if (foreign != null) {
      return new Health(State.STARTING, foreign);
    }
    return new Health(state == KafkaStreams.State.RUNNING ? State.RUNNING : State.STARTING, null);
  }

  /**
   * Waits until it processes records.
   *
   * @return whether it does; false after the timeout, or if it failed or was closed
   */
  public boolean awaitRunning(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (health().state() == State.STARTING && System.nanoTime() < deadline) {
      stopped.await(10, TimeUnit.MILLISECONDS);
    }
    return health().state() == State.RUNNING;
  }

  /**
   * Returns whether this instance processes all partitions, each under the parameters of {@code
   * epoch} or newer ones.
   */
  public boolean isUnder(long epoch) {
    var statuses = tasks.statuses();
    return statuses.size() == config.kafka().partitions()
        && statuses.stream().allMatch(status -> status.sample().getEpoch() >= epoch);
  }

  /**
   * Waits until it has stopped, by {@link #close} or after an error; {@link #health} reports which.
   */
  public void awaitStopped() throws InterruptedException {
    stopped.await();
  }

  /** Returns its metrics, which are closed with it. */
  public Metrics metrics() {
    return meters.metrics();
  }

  /** Returns a readable description of a topology and its rules, whether or not it is started. */
  public static String describe(TopologyConfig config) {
    return Explanation.of(config);
  }

  /** Commits finished work, leaves the group and stops. May be called more than once. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      boolean clean =
          streams.close(
              CloseOptions.groupMembershipOperation(
                      CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                  .withTimeout(CLOSE_TIMEOUT));
      if (!clean) {
        LOG.warn("The topology did not stop within {} s", CLOSE_TIMEOUT.toSeconds());
      }
      group.close();
      monitor.close();
      control.close();
      admin.close(Duration.ZERO);
      meters.close();
      instance.close();
      stopped.countDown();
    }
  }
}
