package io.windsock.site.apply;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.position.Token;
import io.windsock.platform.kafka.EndWatch;
import io.windsock.platform.kafka.LogReader;
import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.kafka.MissingOffset;
import io.windsock.platform.kafka.TopicWatch;
import io.windsock.platform.time.Clocks;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.join.Preference;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.ProgressMeter;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.progress.Stall;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteStartException;
import io.windsock.site.update.UpdateBatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that follows the log: polls, applies, commits checkpoints. Only the thread that calls
 * {@link #doWork}, the apply thread, writes the site's state. Any thread may call {@link
 * #progress}, {@link #checkpoint} and {@link #wakeup}.
 */
public final class ApplyLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApplyLoop.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(100);
  private static final Duration LOOK_PATIENCE = Duration.ofSeconds(5);
  private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(5);
  private static final long TICK_MS = 100;

  private final ApplyOptions options;
  private final LogReader reader;
  private final TopicWatch watch;
  private final SiteState state;
  private final Applier applier;
  private final Checkpoints checkpoints;
  private final SiteListeners listeners;
  private final Clocks clock;
  private final ProgressMeter meter;
  private final LogStart start;
  private final AtomicLong step = new AtomicLong();
  private long applied;
  private long nextTickMs;
  private volatile Progress progress;
  private volatile @Nullable String refusal;

  /** The stall found by the watch, until the apply thread handles it. */
  private volatile @Nullable Stall stall;

  private ApplyLoop(
      ApplyOptions options,
      LogReader reader,
      TopicWatch watch,
      SiteState state,
      SiteListeners listeners,
      LogStart start,
      Clocks clock) {
    this.options = options;
    this.reader = reader;
    this.watch = watch;
    this.state = state;
    this.listeners = listeners;
    this.start = start;
    this.clock = clock;
    applier = new Applier(state, options, listeners);
    long nowMs = clock.monotonicMs();
    checkpoints = new Checkpoints(reader, state.writer(), listeners, options, nowMs);
    nextTickMs = nowMs;
    EndWatch leaders = EndWatch.open(options.kafka(), reader.partitions(), nowMs);
    meter =
        new ProgressMeter(options.name(), reader, leaders, options.following().readyLag(), clock);
    ReadyQueue ready = ReadyQueue.unknown(reader.partitions().size());
    progress = new Progress(SitePhase.CATCHING_UP, "starting", ready, 0, 0);
  }

  /**
   * Opens the log at the position of {@code state}, or at the log's beginning if the state is
   * empty. If the log has been trimmed past that position, the loop is stopped from the start and
   * {@link #needsSnapshot} returns true. So it is if another site's snapshot may be preferred, and
   * {@link #preference} names which.
   *
   * @param admin must stay open as long as the loop; the caller closes it
   * @throws SiteStartException if the cluster does not respond
   */
  public static ApplyLoop open(
      ApplyOptions options,
      Admin admin,
      LogTopic topic,
      SiteState state,
      SiteListeners listeners,
      Clocks clock) {
    LogReader reader = new LogReader(topic, SiteConsumer.open(options.kafka()));
    try {
      LogStart start = LogStart.place(options, admin, reader, state, listeners.faults());
      if (start.begun()) {
        // The group's earlier commits belong to another state and are no longer valid.
        reader.commit(start.beginning());
      }
      reader.start(state.token(), state.leaders()::of);
      TopicWatch watch =
          new TopicWatch(
              admin,
              topic.name(),
              options.following().watchEvery().toMillis(),
              topic.incarnation());
      ApplyLoop loop = new ApplyLoop(options, reader, watch, state, listeners, start, clock);
      if (start.missing() != null) {
        loop.missing(start.missing());
      } else if (start.preference() != null) {
        loop.ended(SitePhase.JOINING, "the log has all that it needs, a snapshot may be quicker");
      }
      for (TopicPartition at : topic.all()) {
        loop.checkpoints.reached(at.partition(), loop.applier.marker(at.partition()));
      }
      // Commit at once, or the whole log would count as not covered by a checkpoint.
      loop.checkpoints.commitNow(COMMIT_PATIENCE);
      return loop;
    } catch (KafkaException e) {
      reader.close();
      throw new SiteStartException("topic '" + topic.name() + "' can't be read: " + e, e);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** The progress, as of a moment ago. */
  public Progress progress() {
    String reason = refusal;
    Stall held = stall;
    Progress now = progress;
    if (reason != null) {
      return new Progress(SitePhase.STOPPED, reason, now.ready(), now.applied(), 0);
    }
    return held != null && applies(now.phase()) ? held.holdingUp(now, clock) : now;
  }

  /**
   * The number of the apply thread's current step. It takes ten steps a second when idle, and one
   * for each record. A step that does not end is blocked on the disk or on Kafka. Any thread.
   */
  public long step() {
    return step.get();
  }

  /**
   * Reports that the apply thread has been at one step since a given time. {@link #progress} says
   * so until that thread handles the stall. Any thread.
   *
   * @param sinceMs monotonic ms
   */
  public void stalled(long sinceMs) {
    if (stall == null) {
      Stall found = new Stall("held up by its disk or by Kafka", sinceMs);
      LOG.warn("{}: {}", options.name(), found.describe(clock));
      stall = found;
    }
  }

  /** Stops applying and committing, for this reason. Any thread. */
  public void refuse(String reason) {
    LOG.error("{}: {}", options.name(), reason);
    refusal = reason;
    reader.wakeup();
  }

  /** Commits the checkpoint again after another site has overwritten it. Any thread. */
  public void repeatCheckpoint() {
    checkpoints.repeat();
  }

  /** The last committed marker of each partition; none until the first commit since the start. */
  public List<AppliedMarker> checkpoint() {
    return checkpoints.committed();
  }

  /** The metrics of its Kafka client; the caller closes them. */
  public KafkaClientMetrics meters() {
    return new KafkaClientMetrics(reader.consumer());
  }

  /** Whether the loop has stopped because the log no longer has its next offset. */
  public boolean needsSnapshot() {
    return progress().phase() == SitePhase.JOINING && start.preference() == null;
  }

  /**
   * Which snapshot of another site the site is to start from, although the log has all that it
   * needs; null if it follows the log. With a preference the loop applies nothing.
   */
  public @Nullable Preference preference() {
    return start.preference();
  }

  /** The log's beginning when this loop was opened. */
  public Token beginning() {
    return start.beginning();
  }

  /**
   * Reports that the log is a copy without its beginning. A state that was placed there, and may
   * lack what the copy lacks, is to be rebuilt. Any thread.
   *
   * @param began by partition that lacks something, the offset of the source at which it begins
   */
  public void uncopied(Map<TopicPartition, Long> began) {
    MissingOffset lacking = LogStart.lacking(began);
    if (state.beganWhole() && !options.following().beginLate() && lacking != null) {
      state.note(new DiskFault(DiskFault.Kind.INCOMPLETE, lacking.reason()));
    }
  }

  /** Whether the loop is still applying. */
  public boolean running() {
    return applies(progress().phase());
  }

  private static boolean applies(SitePhase phase) {
    return phase == SitePhase.CATCHING_UP || phase == SitePhase.LIVE;
  }

  private void stepped() {
    step.lazySet(step.getPlain() + 1);
  }

  /**
   * Polls once, with a short wait, and applies the records. An unrecoverable condition stops the
   * loop, and {@link #progress} gives the reason.
   *
   * @return the number of records applied
   */
  public int doWork() {
    try {
      if (stopAtFault()) {
        return 0;
      }
      int count = running() ? apply(reader.poll(POLL_WAIT)) : 0;
      stepped();
      long nowMs = clock.monotonicMs();
      if (refusal == null) {
        checkpoints.work(nowMs);
      }
      stepped();
      if (nowMs >= nextTickMs && running()) {
        tick(nowMs);
      }
      return count;
    } catch (WakeupException e) {
      LOG.debug("{}: woken", options.name());
    } catch (OffsetOutOfRangeException e) {
      lost(e);
    } catch (RetriableException e) {
      LOG.warn("{}: trying again after {}", options.name(), e.toString());
      LockSupport.parkNanos(POLL_WAIT.toNanos());
    } catch (RuntimeException e) {
      LOG.error("{}: stopped at {}", options.name(), state.token(), e);
      if (!stopAtFault()) {
        stop(e.toString());
      }
    }
    return 0;
  }

  /** Stops applying if a fault of the state's files was found on any thread. */
  private boolean stopAtFault() {
    DiskFault fault = state.fault();
    if (fault != null && running()) {
      ended(SitePhase.REPAIRING, fault.reason());
    }
    return fault != null;
  }

  private void lost(OffsetOutOfRangeException e) {
    try {
      missing(explain(e));
    } catch (TimeoutException unknown) { // the next poll fails in the same way
      LOG.warn("{}: trying again after {}, {}", options.name(), e.toString(), unknown.toString());
    }
  }

  /**
   * Explains a missing offset. A recreated topic is shorter too, and then that is the cause to
   * name.
   */
  private MissingOffset explain(OffsetOutOfRangeException missing) {
    String change = reader.topic().becomes(watch.ask(LOOK_PATIENCE));
    return change == null ? reader.missing(missing) : MissingOffset.other(change);
  }

  private void missing(MissingOffset missing) {
    switch (missing.loss()) {
      case TRIMMED -> {
        LOG.warn("{}: {}; another site's snapshot is needed", options.name(), missing.reason());
        ended(SitePhase.JOINING, missing.reason());
      }
      case DIVERGED -> {
        String place = reader.partitions().get(0).topic();
        listeners.faults().count(SiteFault.LOG_DIVERGED, place, missing.reason());
        state.note(new DiskFault(DiskFault.Kind.DIVERGENT, missing.reason()));
        ended(SitePhase.REPAIRING, missing.reason());
      }
      case OTHER -> stop(missing.reason());
    }
  }

  private void ended(SitePhase phase, String reason) {
    progress = new Progress(phase, reason, progress.ready(), applied, 0);
  }

  private int apply(ConsumerRecords<byte[], byte[]> records) {
    if (records.isEmpty()) {
      return 0;
    }
    applier.begin(progress.phase() == SitePhase.LIVE);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      applier.receive(record);
      stepped();
    }
    for (TopicPartition at : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> read = records.records(at);
      applier.led(at.partition(), read.get(read.size() - 1).leaderEpoch());
    }
    UpdateBatch batch = applier.end();
    for (TopicPartition at : records.partitions()) {
      checkpoints.reached(at.partition(), applier.marker(at.partition()));
    }
    if (batch != null) {
      applied += batch.events();
      stepped();
      listeners.applied(batch, clock.wallMs());
    }
    return records.count();
  }

  private void tick(long nowMs) {
    nextTickMs = nowMs + TICK_MS;
    String change = watch.work(nowMs) ? reader.topic().becomes(watch.current()) : null;
    if (change != null) {
      stop(change);
      return;
    }
    Stall over = stall;
    if (over != null) {
      meter.resumed(over);
    }
    progress = meter.measure(progress, applied, nowMs);
    if (over != null) {
      stall = null;
    }
  }

  /**
   * Stops applying, for this reason. Called by the apply thread, also when it ends with an error.
   */
  public void stop(String reason) {
    LOG.error("{}: stopped applying: {}", options.name(), reason);
    ended(SitePhase.STOPPED, reason);
  }

  /** Makes the current or the next poll return at once. */
  public void wakeup() {
    reader.wakeup();
  }

  /** Commits the last checkpoint and closes the log. Called by the apply thread when it ends. */
  @Override
  public void close() {
    if (refusal == null) {
      checkpoints.commitNow(COMMIT_PATIENCE);
    }
    meter.close();
    reader.close();
    if (running()) {
      ended(SitePhase.CLOSED, "closed");
    }
  }
}
