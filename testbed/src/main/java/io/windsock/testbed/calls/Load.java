package io.windsock.testbed.calls;

import io.windsock.platform.http.WatchedTime;
import io.windsock.platform.telemetry.ProcessorUse;
import io.windsock.testbed.calls.plan.CallSchedule;
import io.windsock.testbed.calls.plan.Questions;
import io.windsock.testbed.calls.tally.Tally;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One pass of a load: calls to warm up, then calls that count, until all have their outcome. {@link
 * #run} is called once; any thread may read the tally meanwhile.
 */
final class Load {
  private static final long LOOK_MS = 2;
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

  /**
   * The same once it is stopped: a client reports a call that missed its deadline a little after
   * that, and the call would count as lost if nobody waited for it.
   */
  private static final long STOPPED_PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

  private static final long QUESTIONS_SEED = 0x9e3779b97f4a7c15L;

  private final CallsOptions options;
  private final long beginNs;
  private final long startNs;
  private final Tally tally;
  private final LongSupplier clock;

  // Owned by the thread that runs it
  private long counted;
  private long startCpuNs;
  private long usedCpuNs;
  private long endNs;

  /**
   * Prepares a load.
   *
   * @param beginNs when to begin, in terms of {@link System#nanoTime}
   * @param keeping whether the latencies of each interval are kept
   */
  Load(CallsOptions options, long beginNs, boolean keeping) {
    this(options, beginNs, keeping, System::nanoTime);
  }

  /** As the other, with a clock for the patience after the last call. */
  Load(CallsOptions options, long beginNs, boolean keeping, LongSupplier clock) {
    this.options = options;
    this.clock = clock;
    this.beginNs = beginNs;
    this.startNs = beginNs + options.warmUp().toNanos();
    this.tally = new Tally(startNs, options.deadlineNs(), keeping);
  }

  /** Returns when counting begins. */
  long startNs() {
    return startNs;
  }

  Tally tally() {
    return tally;
  }

  /** Returns the processor time of this process for a counted call, µs; 0 if there was none. */
  double cpuUsPerCall() {
    return counted == 0 ? 0 : usedCpuNs / 1e3 / counted;
  }

  /** Returns how long it took, from when counting began, s; 0 if it was stopped before. */
  double seconds() {
    return Math.max(0, endNs - startNs) / 1e9;
  }

  /** Sends all calls, and waits for their outcomes. */
  void run(Requester requester, BooleanSupplier stopped) {
    startCpuNs = ProcessorUse.usedNs();
    CallSchedule schedule =
        new CallSchedule(options.arrivals(), options.perSecond(), options.seed());
    Questions questions =
        new Questions(
            options.keys(), options.viewShare(), options.view(), options.seed() ^ QUESTIONS_SEED);
    new Pacer(schedule, questions, requester, tally, options.deadlineNs())
        .run(beginNs, this::isBeyond, stopped);
    settle(stopped);
    usedCpuNs = ProcessorUse.usedNs() - startCpuNs;
    endNs = System.nanoTime();
  }

  private boolean isBeyond(long intendedNs) {
    if (intendedNs < startNs) {
      return false;
    }
    boolean beyond =
        options.calls() > 0
            ? counted >= options.calls()
            : intendedNs - startNs >= options.duration().toNanos();
    if (!beyond) {
      startCpuNs = counted == 0 ? ProcessorUse.usedNs() : startCpuNs;
      counted++;
    }
    return beyond;
  }

  /** While this process stands still, the client in it can report nothing. */
  private void settle(BooleanSupplier stopped) {
    WatchedTime time = new WatchedTime(clock, LOOK_MS);
    long nowNs = time.look();
    long endNs = nowNs + options.deadlineNs() + PATIENCE_NS;
    while (tally.pending() > 0 && nowNs < endNs) {
      if (stopped.getAsBoolean()) {
        endNs = Math.min(endNs, nowNs + options.deadlineNs() + STOPPED_PATIENCE_NS);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
      nowNs = time.look();
    }
  }
}
