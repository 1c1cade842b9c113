package io.windsock.control;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.ControllerPhase.Active;
import io.windsock.control.ControllerPhase.Blocked;
import io.windsock.control.ControllerPhase.Leading;
import io.windsock.control.ControllerPhase.TakingOver;
import io.windsock.control.ControllerPhase.Waiting;
import io.windsock.control.actuate.ControlWriter;
import io.windsock.control.actuate.Election;
import io.windsock.control.change.ChangeQueue;
import io.windsock.control.change.NotActiveException;
import io.windsock.control.change.ParameterChange;
import io.windsock.control.change.Revision;
import io.windsock.control.monitor.BrokerClock;
import io.windsock.control.params.ParameterEdits;
import io.windsock.control.params.RuleChanges;
import io.windsock.control.state.ControlTopics;
import io.windsock.control.state.ControllerState;
import io.windsock.platform.kafka.TopicIncarnation;
import io.windsock.platform.kafka.TopicWatch;
import io.windsock.platform.telemetry.Members;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control loop: reads the topics, decides, writes. The control thread calls {@link #doWork}
 * repeatedly; any thread may submit to its {@link ChangeQueue}. {@link ControllerPhase} draws its
 * phases.
 *
 * <pre>
 *  samples ──▶ policy ──▶ LevelChange ─┐
 *  calls of the API ───────────────────┴▶ ParameterChange ──▶ Revision ──▶ ControlWriter
 *  commit points ─────────────────────────────────────────────────────────▶     │
 * </pre>
 */
final class ControlLoop implements ControlThread.Loop {
  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private static final Duration READ_PATIENCE = Duration.ofSeconds(30);
  private static final long POLICY_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

  /** So many unanswered looks take longer than the group needs to elect another controller. */
  private static final int UNANSWERED = 2;

  /** How long a silent site is remembered, ms: the retention of the monitor topic. */
  private static final long REMEMBERED_MS = 3_600_000;

  private final ControllerConfig config;
  private final TopicWatch control;
  private final ControllerState state;
  private final ControllerMeters meters;
  private final BrokerClock clock;
  private final ParameterEdits edits;
  private final Adaptation adaptation;
  private final RuleChanges ruleChanges;
  private final ControlTopics topics;
  private final Election election;
  private final ChangeQueue queue;
  private final LongSupplier nanoTime;
  private ControllerPhase phase = new Waiting("waits to be elected");
  private long nextPolicyNs;
  private long nextTryNs;

  private ControlLoop(
      ControllerConfig config,
      ControlTopics topics,
      Election election,
      TopicWatch control,
      ControllerState state,
      ControllerMeters meters,
      ChangeQueue queue,
      LongSupplier nanoTime) {
    this.config = config;
    this.topics = topics;
    this.election = election;
    this.control = control;
    this.state = state;
    this.meters = meters;
    this.queue = queue;
    this.nanoTime = nanoTime;
    nextPolicyNs = nanoTime.getAsLong();
    nextTryNs = nextPolicyNs;
    clock = state.clock();
    edits = new ParameterEdits(config.catalogue());
    adaptation = new Adaptation(edits, config.checkpoints().siteExpiry().toMillis());
    ruleChanges = new RuleChanges(config.catalogue());
  }

  /**
   * Opens the topics' readers and joins the election.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  static ControlLoop open(
      ControllerConfig config,
      TopicWatch control,
      ControllerState state,
      ControllerMeters meters,
      ChangeQueue queue,
      LongSupplier nanoTime) {
    Map<String, Object> kafka = config.kafka().client();
    long sinceMs = state.clock().millis() - config.checkpoints().siteExpiry().toMillis();
    var topics = new ControlTopics(kafka, config.topics(), config.catalogue(), sinceMs, state);
    try {
      topics.readAll(READ_PATIENCE);
      String group = config.topics().prefix() + ".controller";
      Election election = Election.join(kafka, group, config.topics().control());
      var loop = new ControlLoop(config, topics, election, control, state, meters, queue, nanoTime);
      loop.enter(loop.phase);
      return loop;
    } catch (RuntimeException e) {
      topics.close();
      throw e;
    }
  }

  /** Returns the metrics of its Kafka clients; the caller closes them. */
  List<KafkaClientMetrics> meters() {
    return List.of(topics.meters(), election.meters());
  }

  @Override
  public void doWork() {
    topics.poll();
    boolean elected = election.poll();
    long nowNs = nanoTime.getAsLong();
    if (phase instanceof Leading leading) {
      check(leading, elected);
    } else if (elected && nowNs - nextTryNs >= 0) {
      nextTryNs = nowNs + RETRY_NS;
      writeSubmitted(); // refused: another controller may have been active since
      takeOver();
    }
    writeSubmitted();
    if (nowNs - nextPolicyNs >= 0 && topics.caughtUp()) {
      nextPolicyNs = nowNs + POLICY_EVERY_NS;
      if (phase instanceof Active active) {
        adapt(active, clock.millis());
      }
      state.forget(clock.millis() - REMEMBERED_MS);
    }
  }

  private void check(Leading leading, boolean elected) {
    if (!elected) {
      stepDown("another controller is active");
    } else if (control.unanswered() >= UNANSWERED) {
      // Cut off from the group, it would not learn that another one is elected.
      stepDown("the brokers do not answer; another controller may be active");
    } else if (!control.current().id().equals(leading.topicId())) {
      stepDown(
          "topic %s was deleted; waiting until it exists again (windsock topics create)"
              .formatted(config.topics().control()));
    }
  }

  private void enter(ControllerPhase next) {
    if (next instanceof Active && !(phase instanceof Active)) {
      state.ignoreSamples(); // a storm that ended before it decides is no load
    }
    phase = next;
    state.status(next.status());
  }

  private void takeOver() {
    TopicIncarnation topic = control.current();
    if (control.unanswered() > 0
        || topic.equals(TopicIncarnation.ABSENT)
        || !(phase instanceof Waiting waiting)) {
      return;
    }
    try {
      var writer = ControlWriter.open(config.kafka().client(), config.topics(), config.catalogue());
      meters.writerOpened(writer.meters());
      TakingOver taking = waiting.takeOver(writer, topic.id());
      // Not published: the phase is brief, and nothing is submitted during it.
      phase = taking;
      if (topics.readAll(READ_PATIENCE)) {
        begin(taking, state.parameters(), state.members(Members::newestEpoch));
      } else {
        stepDown("the control topic was not read to its end; trying again");
      }
    } catch (KafkaException e) {
      LOG.warn("{}: could not take over: {}", config.name(), e.toString());
      stepDown("could not take over: " + e.getMessage() + "; trying again");
    }
  }

  private void begin(TakingOver taking, @Nullable Parameters known, long topologyEpoch) {
    long ownEpoch = known == null ? 0 : known.getEpoch();
    if (topologyEpoch > ownEpoch) {
      // What this controller knows was replaced since; to write it again would revert that.
      block(taking, topologyEpoch, ownEpoch);
      return;
    }
    if (known == null) {
      apply(ParameterChange.written(config.initial(), "the first start"), config.initial(), taking);
    } else {
      Parameters written = topics.newest();
      if (written == null || written.getEpoch() < known.getEpoch()) {
        String why = "the control topic was recreated; this is what was in force";
        apply(ParameterChange.written(known, why), known, taking);
      }
    }
    adaptation.resume(state.parameters());
    enter(taking.activate());
    LOG.info("{}: active", config.name());
  }

  private void block(Leading leading, long topologyEpoch, long ownEpoch) {
    enter(
        leading.block(
            ("the topology runs under epoch %s, and the newest parameters in topic %s are of epoch %s:"
                    + " the topic has lost its records. Nothing changes until an operator sets new"
                    + " parameters: windsock params init")
                .formatted(topologyEpoch, config.topics().control(), ownEpoch)));
    LOG.error("{}: {}", config.name(), state.status().detail());
  }

  @Override
  public void stepDown(String reason) {
    if (phase instanceof Leading leading) {
      leading.writer().close();
      meters.writerClosed();
      LOG.info("{}: not active any more: {}", config.name(), reason);
      enter(leading.stepDown(reason));
    } else {
      enter(new Waiting(reason));
    }
  }

  private void writeSubmitted() {
    for (ChangeQueue.Task task : queue.take()) {
      if (phase instanceof Leading leading) {
        write(task, leading);
      } else {
        task.done().completeExceptionally(notActive());
      }
    }
  }

  private NotActiveException notActive() {
    return new NotActiveException(state.status().detail());
  }

  private void write(ChangeQueue.Task task, Leading leading) {
    try {
      task.done().complete(write(task.work(), leading));
    } catch (KafkaException e) {
      // Reading the topic again shows whether the record was written.
      stepDown("a write failed: " + e.getMessage() + "; trying again");
      task.done().completeExceptionally(NotActiveException.unconfirmed(state.status().detail()));
    } catch (RuntimeException e) {
      task.done().completeExceptionally(e);
    }
  }

  private Written write(ChangeQueue.Work work, Leading leading) {
    if (work instanceof ChangeQueue.Request request) {
      return request.call().startsOver() ? startOver(request, leading) : call(request, leading);
    }
    CommitPoint point = ((ChangeQueue.Announcement) work).point();
    leading.writer().write(point); // known once it is read, in its order
    Parameters parameters = state.parameters();
    return new Written(parameters == null ? 0 : parameters.getEpoch(), List.of());
  }

  private Written call(ChangeQueue.Request request, Leading leading) {
    Parameters before = state.parameters();
    if (!(leading instanceof Active) || before == null) {
      throw notActive();
    }
    return apply(ParameterChange.called(request, before, edits), before, leading);
  }

  private Written startOver(ChangeQueue.Request request, Leading leading) {
    Parameters known = state.parameters();
    Parameters before = known == null ? config.initial() : known;
    Written written = apply(ParameterChange.called(request, before, edits), before, leading);
    if (leading instanceof Blocked blocked) {
      adaptation.resume(state.parameters());
      enter(blocked.unblock());
    }
    return written;
  }

  private void adapt(Active active, long nowMs) {
    Parameters parameters = state.parameters();
    if (parameters == null) {
      return;
    }
    long topologyEpoch = state.members(Members::newestEpoch);
    if (topologyEpoch > parameters.getEpoch()) {
      block(active, topologyEpoch, parameters.getEpoch());
      return;
    }
    Adaptation.Verdict verdict =
        state.samples(samples -> adaptation.decide(samples, parameters, nowMs, clock.ownMillis()));
    state.observed(verdict.seen());
    if (!verdict.trouble().equals(active.trouble())) {
      if (!verdict.trouble().isEmpty()) {
        LOG.warn("{}: {}", config.name(), verdict.trouble());
      }
      enter(active.with(verdict.trouble()));
    }
    ParameterChange change = verdict.change();
    if (change != null) {
      try {
        apply(change, parameters, active);
      } catch (KafkaException e) {
        stepDown("a write failed: " + e.getMessage() + "; trying again");
      }
    }
  }

  private Written apply(ParameterChange change, Parameters before, Leading leading) {
    long newest = state.members(Members::newestEpoch);
    Revision revision =
        Revision.of(change, before, newest, ruleChanges, config.name(), clock.millis());
    Parameters after = revision.parameters();
    leading.writer().write(after, revision.decision());
    meters.made(revision.decision());
    state.read(after);
    adaptation.applied(after);
    LOG.info("{}: epoch {}: {}", config.name(), after.getEpoch(), after.getReason());
    return new Written(after.getEpoch(), revision.changes());
  }

  @Override
  public void close() {
    queue.close();
    if (phase instanceof Leading leading) {
      leading.writer().close();
    }
    election.close();
    topics.close();
  }
}
