package io.windsock.control;

import io.windsock.contracts.call.Written;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.control.change.ChangeQueue;
import io.windsock.control.change.NotActiveException;
import io.windsock.control.checkpoint.CommitRule;
import io.windsock.control.checkpoint.LinkProgress;
import io.windsock.control.checkpoint.Listening;
import io.windsock.control.checkpoint.LogPosition;
import io.windsock.control.checkpoint.OutputLog;
import io.windsock.control.checkpoint.SiteProgress;
import io.windsock.control.state.ControllerState;
import io.windsock.platform.kafka.TopicIncarnation;
import io.windsock.platform.kafka.TopicWatch;
import io.windsock.platform.telemetry.Members;
import io.windsock.platform.telemetry.Received;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that announces commit points. It checks that the control topic is still the same and
 * that the brokers answer. While this controller is active, it announces the commit point of each
 * output topic every second and trims the log behind it. It has its own thread, so a slow cluster
 * does not delay adaptation. A timeout is not an error, because a later round makes up for it.
 */
final class CheckpointLoop implements AutoCloseable {
  /** The pause between two rounds, ms. */
  static final long EVERY_MS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointLoop.class);
  private static final Duration LOOK_PATIENCE = Duration.ofSeconds(5);
  private static final long WRITE_PATIENCE_MS = 15_000;

  /** One output topic. */
  private record Output(
      OutputLog log, boolean trimmed, SiteProgress progress, LinkProgress links) {}

  private final TopicWatch control;
  private final ControllerState state;
  private final ChangeQueue queue;
  private final InstantSource clock;
  private final CommitRule rule;
  private final ControllerMeters meters;
  private final Listening listening;
  private final Map<String, Output> outputs = new TreeMap<>();
  private final Map<String, CommitPoint> announced = new TreeMap<>();
  private final Map<String, String> trouble = new TreeMap<>();

  /** Why the cluster refused to trim a topic at the last attempt. */
  private final Map<String, String> refusals = new TreeMap<>();

  private final Map<String, Set<String>> stuckLinks = new TreeMap<>();
  private final ScheduledExecutorService timer;

  /** Returns a watch of an existing control topic. */
  static TopicWatch watch(Admin admin, String control) {
    TopicWatch watch = new TopicWatch(admin, control, EVERY_MS, TopicIncarnation.ABSENT);
    watch.look(LOOK_PATIENCE);
    return watch;
  }

  CheckpointLoop(
      ControllerConfig config,
      Admin admin,
      TopicWatch control,
      ControllerState state,
      ChangeQueue queue,
      ControllerMeters meters) {
    this.meters = meters;
    this.control = control;
    this.state = state;
    this.queue = queue;
    clock = state.clock();
    long expiryMs = config.checkpoints().siteExpiry().toMillis();
    rule = new CommitRule(expiryMs);
    // A site that is silent now gets the full expiry time from here.
    listening = new Listening(expiryMs, clock.millis());
    Map.of("mirror", config.topics().mirror(), "central", config.topics().forward())
        .forEach(
            (role, topic) ->
                outputs.put(
                    topic,
                    new Output(
                        new OutputLog(admin, topic, config.topics().prefix() + ".site."),
                        config.checkpoints().trimmed().contains(role),
                        new SiteProgress(expiryMs),
                        new LinkProgress(config.checkpoints().linkExpiry().toMillis()))));
    timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "checkpoints-" + config.name());
              thread.setDaemon(true);
              return thread;
            });
  }

  void start() {
    var unused =
        timer.scheduleWithFixedDelay(this::round, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
  }

  private void round() {
    control.look(LOOK_PATIENCE);
    long completeSinceMs = listening.look(clock.millis(), state.members(Members::newestMs));
    if (state.active() && control.unanswered() > 0) {
      outputs.keySet().forEach(topic -> failed(topic, "the brokers do not answer"));
    } else if (state.active()) {
      outputs.forEach((topic, output) -> round(topic, output, completeSinceMs));
    } else {
      announced.clear();
      refusals.clear();
      outputs.keySet().forEach(meters::forget);
    }
  }

  private void round(String topic, Output output, long completeSinceMs) {
    try {
      commit(topic, output, completeSinceMs);
      trouble.remove(topic);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
      if (!(cause instanceof NotActiveException)) {
        failed(topic, cause.toString());
      }
    }
  }

  private void failed(String topic, String why) {
    meters.unseen(topic);
    listening.cutOff();
    if (!why.equals(trouble.put(topic, why))) {
      LOG.warn("{}: no commit point now: {}", topic, why);
    }
  }

  private void commit(String topic, Output output, long completeSinceMs)
      throws ExecutionException, TimeoutException, InterruptedException {
    List<Received<SiteSample>> samples = state.members(Members::sites);
    List<String> sites = new ArrayList<>();
    for (Received<SiteSample> received : samples) {
      if (received.sample().getTopic().equals(topic)) {
        sites.add(received.sample().getSite());
      }
    }
    LogPosition log = output.log().look(sites);
    long nowMs = clock.millis();
    Set<String> stuck = output.progress().stuck(log, samples, nowMs);
    Set<String> links = output.links().stuck(log, nowMs);
    note(topic, links);
    CommitRule.Commit commit = rule.of(log.without(links), samples, stuck, completeSinceMs, nowMs);
    if (commit == null) {
      meters.deserted(log);
      return;
    }
    CommitPoint point = commit.point();
    meters.found(log, point.getOffsets());
    String refusal = refusals.get(topic);
    if (!output.trimmed()) {
      point.setWaitsFor("this topic is not to be trimmed");
    } else if (refusal != null && point.getWaitsFor().isEmpty()) {
      point.setWaitsFor("the cluster refuses to trim this topic: " + refusal);
    }
    announce(topic, point);
    Map<Integer, Long> advances = CommitRule.advances(log.begins(), commit.trimTo());
    if (output.trimmed() && !advances.isEmpty()) {
      trim(topic, output.log(), advances);
    }
  }

  /**
   * Trims the log. If the cluster refuses, the brokers are not away: nobody's samples are missing,
   * and the commit point stays known. A later round tries again.
   */
  private void trim(String topic, OutputLog log, Map<Integer, Long> advances)
      throws ExecutionException, TimeoutException, InterruptedException {
    try {
      log.trim(advances);
      refusals.remove(topic);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof ApiException refusal)
          || refusal instanceof RetriableException) {
        throw e;
      }
      String why = String.valueOf(refusal.getMessage());
      if (!why.equals(refusals.put(topic, why))) {
        LOG.warn("{}: not trimmed: {}", topic, why);
      }
    }
  }

  private void note(String topic, Set<String> stuck) {
    Set<String> before = stuckLinks.put(topic, stuck);
    if (!stuck.isEmpty() && !stuck.equals(before)) {
      LOG.warn("{}: no longer kept for links that copy nothing more: {}", topic, stuck);
    }
  }

  /**
   * Announces the commit point if it differs from the last one. The log is trimmed only behind an
   * announced commit point.
   */
  private void announce(String topic, CommitPoint point)
      throws ExecutionException, TimeoutException, InterruptedException {
    CommitPoint last = announced.get(topic);
    if (last != null && same(last, point)) {
      return;
    }
    CompletableFuture<Written> done = queue.submit(new ChangeQueue.Announcement(point));
    try {
      done.get(WRITE_PATIENCE_MS, TimeUnit.MILLISECONDS);
    } finally {
      done.cancel(false); // without effect if it is written
    }
    announced.put(topic, point);
  }

  private static boolean same(CommitPoint a, CommitPoint b) {
    CommitPoint copy = CommitPoint.newBuilder(b).setAtMs(a.getAtMs()).build();
    return a.equals(copy);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
