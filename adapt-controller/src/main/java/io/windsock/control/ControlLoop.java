package io.windsock.control;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.actuate.ControlWriter;
import io.windsock.control.actuate.Election;
import io.windsock.control.actuate.TopicIdentity;
import io.windsock.control.monitor.BrokerClock;
import io.windsock.control.monitor.ControlTopics;
import io.windsock.control.params.RuleChanges;
import io.windsock.control.params.Written;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control loop: hear, decide, act. The control thread calls {@link #doWork} again and again;
 * any thread may submit to its {@link TaskQueue}.
 *
 * <pre>
 *  waiting ──elected──▶ fence the former writer, read all ──▶ active ──┬─ samples ─▶ policy ─▶ change
 *     ▲                                                                 ├─ calls of the API ──▶ change
 *     └────────────── revoked, or a write failed ◀──────────────────────┴─ commit points
 * </pre>
 */
final class ControlLoop implements AutoCloseable, ControlTopics.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private static final Duration READ_PATIENCE = Duration.ofSeconds(30);
  private static final long POLICY_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

  /** Who has not spoken for so long is forgotten: as long as the monitor topic keeps samples. */
  private static final long REMEMBERED_MS = 3_600_000;

  private final ControllerConfig config;
  private final TopicIdentity control;
  private final ControllerState state;
  private final ControllerListener listener;
  private final BrokerClock clock;
  private final Adaptation adaptation;
  private final RuleChanges ruleChanges;
  private final ControlTopics topics;
  private final Election election;
  private final TaskQueue tasks;
  private final LongSupplier nanoTime;
  private @Nullable ControlWriter writer;
  private Uuid writerOf = TopicIdentity.ABSENT;
  private boolean blocked;

  /** The newest parameters seen while reading the control topic from its beginning. */
  private @Nullable Parameters found;

  private long nextPolicyNs;
  private long nextTryNs;

  /**
   * Reads what the topics have, and waits to be elected.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  ControlLoop(
      ControllerConfig config,
      TopicIdentity control,
      ControllerState state,
      ControllerListener listener,
      TaskQueue tasks,
      LongSupplier nanoTime) {
    this.config = config;
    this.control = control;
    this.state = state;
    this.listener = listener;
    this.tasks = tasks;
    this.nanoTime = nanoTime;
    nextPolicyNs = nanoTime.getAsLong();
    nextTryNs = nextPolicyNs;
    clock = state.clock();
    adaptation = new Adaptation(config.catalogue(), config.siteExpiry().toMillis());
    ruleChanges = new RuleChanges(config.catalogue());
    Map<String, Object> kafka = config.client();
    long sinceMs = clock.millis() - config.siteExpiry().toMillis();
    topics = new ControlTopics(kafka, config.topics(), config.catalogue(), sinceMs, this);
    try {
      topics.readAll(READ_PATIENCE);
      String group = config.topics().prefix() + ".controller";
      election = new Election(kafka, group, config.topics().control());
      stand("waits to be elected");
    } catch (RuntimeException e) {
      topics.close();
      throw e;
    }
  }

  /** What its Kafka clients measure of themselves; the caller closes it. */
  List<KafkaClientMetrics> meters() {
    return List.of(topics.meters(), election.meters());
  }

  /** Hears, and if this controller is active decides and acts. */
  void doWork() {
    topics.poll();
    boolean elected = election.poll();
    long nowNs = nanoTime.getAsLong();
    if (writer != null && !elected) {
      standDown("another controller is active");
    } else if (writer != null && !control.id().equals(writerOf)) {
      standDown(lost());
    } else if (elected && writer == null && nowNs - nextTryNs >= 0) {
      nextTryNs = nowNs + RETRY_NS;
      takeOver();
    }
    runTasks();
    if (nowNs - nextPolicyNs >= 0) {
      nextPolicyNs = nowNs + POLICY_EVERY_NS;
      if (writer != null && !blocked) {
        adapt(clock.millis());
      }
      state.forget(clock.millis() - REMEMBERED_MS);
    }
  }

  private String lost() {
    return "topic "
        + config.topics().control()
        + " was deleted: it waits until it is there again (windsock topics create)";
  }

  private void takeOver() {
    writerOf = control.id();
    if (writerOf.equals(TopicIdentity.ABSENT)) {
      return;
    }
    try {
      writer = new ControlWriter(config.client(), config.topics(), config.catalogue());
      listener.writes(writer.meters());
      found = null;
      if (!topics.readAll(READ_PATIENCE)) {
        standDown("the control topic was not read to its end; trying again");
        return;
      }
      begin(state.parameters(), state.samples(samples -> samples.newestEpoch()));
    } catch (KafkaException e) {
      LOG.warn("{}: could not take over: {}", config.name(), e.toString());
      standDown("could not take over: " + e.getMessage() + "; trying again");
    }
  }

  private void begin(@Nullable Parameters known, long topologyEpoch) {
    if (known == null) {
      if (topologyEpoch > 0) {
        block(topologyEpoch, 0);
        return;
      }
      set(config.initial(), "the first start");
    } else if (found == null || found.getEpoch() < known.getEpoch()) {
      set(known, "the control topic was made anew; this is what was in force");
    }
    adaptation.resume(state.parameters());
    stand("active");
    LOG.info("{}: active", config.name());
  }

  private void set(Parameters parameters, String reason) {
    apply(Change.asked("SET", before -> parameters, reason), requireWriter(), parameters);
  }

  private ControlWriter requireWriter() {
    ControlWriter active = writer;
    if (active == null) {
      throw new NotActiveException(state.detail());
    }
    return active;
  }

  private void block(long topologyEpoch, long ownEpoch) {
    blocked = true;
    stand(
        "the topology runs under epoch "
            + topologyEpoch
            + ", and the newest parameters in topic "
            + config.topics().control()
            + " are of epoch "
            + ownEpoch
            + ": the topic has lost what was in it. Nothing is changed until somebody sets"
            + " parameters anew: windsock params init");
    LOG.error("{}: {}", config.name(), state.detail());
  }

  private void standDown(String why) {
    ControlWriter former = writer;
    writer = null;
    blocked = false;
    if (former != null) {
      former.close();
      listener.writesNoMore();
      LOG.info("{}: not active any more: {}", config.name(), why);
    }
    stand(why);
  }

  private void stand(String why) {
    state.stands(true, writer != null && !blocked, why);
    listener.stands();
  }

  private Parameters current() {
    Parameters parameters = state.parameters();
    if (blocked || parameters == null) {
      throw new NotActiveException(state.detail());
    }
    return parameters;
  }

  private void runTasks() {
    for (TaskQueue.Task task : tasks.take()) {
      ControlWriter active = writer;
      if (active == null) {
        task.done().completeExceptionally(new NotActiveException(state.detail()));
      } else {
        run(task, active);
      }
    }
  }

  private void run(TaskQueue.Task task, ControlWriter active) {
    try {
      task.done().complete(write(task.work(), active));
    } catch (KafkaException e) {
      // Whether it was written is found out by reading all again.
      standDown("a write failed: " + e.getMessage() + "; trying again");
      task.done().completeExceptionally(new NotActiveException(state.detail()));
    } catch (RuntimeException e) {
      task.done().completeExceptionally(e);
    }
  }

  private Written write(TaskQueue.Work work, ControlWriter active) {
    if (work instanceof TaskQueue.Edit edit) {
      return apply(edit.change(), active, current());
    }
    if (work instanceof TaskQueue.Anew anew) {
      return anew(anew.change(), active);
    }
    CommitPoint point = ((TaskQueue.Announce) work).point();
    active.write(point);
    read(point);
    Parameters parameters = state.parameters();
    return new Written(parameters == null ? 0 : parameters.getEpoch(), List.of());
  }

  private Written anew(Change change, ControlWriter active) {
    Parameters known = state.parameters();
    Written written = apply(change, active, known == null ? config.initial() : known);
    if (blocked) {
      blocked = false;
      adaptation.resume(state.parameters());
      stand("active");
    }
    return written;
  }

  private void adapt(long nowMs) {
    Parameters parameters = state.parameters();
    if (parameters == null) {
      return;
    }
    long topologyEpoch = state.samples(samples -> samples.newestEpoch());
    if (topologyEpoch > parameters.getEpoch()) {
      block(topologyEpoch, parameters.getEpoch());
      return;
    }
    String before = adaptation.trouble();
    Change change =
        state.samples(samples -> adaptation.decide(samples, parameters, nowMs, clock.ownMillis()));
    state.observed(adaptation.seen());
    if (!adaptation.trouble().equals(before)) {
      troubled();
    }
    if (change != null) {
      try {
        apply(change, requireWriter(), parameters);
      } catch (KafkaException e) {
        standDown("a write failed: " + e.getMessage() + "; trying again");
      }
    }
  }

  private void troubled() {
    String trouble = adaptation.trouble();
    if (!trouble.isEmpty()) {
      LOG.warn("{}: {}", config.name(), trouble);
    }
    stand(trouble.isEmpty() ? "active" : "active; " + trouble);
  }

  private Written apply(Change change, ControlWriter active, Parameters before) {
    long newest = state.samples(samples -> samples.newestEpoch());
    Revision revision =
        Revision.of(change, before, newest, ruleChanges, config.name(), clock.millis());
    Parameters after = revision.parameters();
    active.write(after, revision.decision());
    listener.made(revision.decision());
    read(after);
    adaptation.applied(after);
    LOG.info("{}: epoch {}: {}", config.name(), after.getEpoch(), after.getReason());
    return new Written(after.getEpoch(), revision.changes());
  }

  @Override
  public void read(Parameters parameters) {
    if (found == null || parameters.getEpoch() > found.getEpoch()) {
      found = parameters;
    }
    if (state.take(parameters)) {
      listener.changed(parameters);
    }
  }

  @Override
  public void read(CommitPoint point) {
    state.take(point);
    listener.committed(point);
  }

  @Override
  public void read(Decision decision) {
    state.take(decision);
    listener.decided(decision);
  }

  @Override
  public void read(SiteSample sample, long atMs) {
    clock.heard(atMs);
    state.samples(
        samples -> {
          samples.heard(sample, atMs);
          return samples;
        });
    listener.heard(sample, atMs);
  }

  @Override
  public void read(TopologySample sample, long atMs) {
    clock.heard(atMs);
    state.samples(
        samples -> {
          samples.heard(sample, atMs);
          return samples;
        });
    listener.heard(sample, atMs);
  }

  @Override
  public void close() {
    tasks.close();
    if (writer != null) {
      writer.close();
    }
    election.close();
    topics.close();
  }
}
