package io.windsock.testbed.calls.tally;

import io.windsock.contracts.query.Answer.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts calls and their outcomes by the interval in which they were due. All times run from a
 * call's intended time, so that a server that stalls is not measured less while it does. Any thread
 * may call it.
 */
public final class Tally {
  /** The length of an interval. */
  public static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

  /** After this long past their deadline, calls without an outcome are lost. */
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

  private final long startNs;
  private final long deadlineNs;
  private final boolean keeping;
  private final List<IntervalHistogram> kept = new ArrayList<>();

  /** The intervals that are not complete yet; the first is that of number {@link #closed}. */
  private final Deque<Interval> open = new ArrayDeque<>();

  private final Histogram micros = new Histogram(Interval.MAX_US, 3);
  private Counts total = Counts.NONE;
  private long closed;
  private long duplicates;
  private long latestSendNs;
  private long pending;

  /**
   * Creates an empty tally.
   *
   * @param startNs the beginning of the first interval; calls due before are not counted
   * @param deadlineNs within which an answer counts, ns
   * @param keeping whether each interval's latencies are kept for {@link #takeHistograms}
   */
  public Tally(long startNs, long deadlineNs, boolean keeping) {
    this.startNs = startNs;
    this.deadlineNs = deadlineNs;
    this.keeping = keeping;
  }

  /** A call is being sent. */
  public synchronized void sent(long intendedNs, long nowNs) {
    Interval interval = interval(intendedNs);
    if (interval != null) {
      interval.sent(nowNs);
      pending++;
      latestSendNs = Math.max(latestSendNs, nowNs - intendedNs);
    }
  }

  /** A call that was sent has its first outcome. */
  public synchronized void outcome(long intendedNs, Status status, long nowNs) {
    Interval interval = interval(intendedNs);
    if (interval != null) {
      interval.outcome(status, nowNs - intendedNs, deadlineNs);
      pending--;
    }
  }

  /** A call has a further outcome. */
  public synchronized void duplicate() {
    duplicates++;
  }

  private @Nullable Interval interval(long intendedNs) {
    long number = Math.floorDiv(intendedNs - startNs, INTERVAL_NS);
    if (number < closed) {
      return null; // of the warm-up, or given up as lost
    }
    while (number - closed >= open.size()) {
      open.add(new Interval());
    }
    if (number - closed == open.size() - 1) {
      return open.getLast();
    }
    long at = closed;
    for (Interval interval : open) {
      if (at++ == number) {
        return interval;
      }
    }
    throw new IllegalStateException("interval " + number + " of " + closed + " to " + at);
  }

  /** Returns how many calls have no outcome. */
  public synchronized long pending() {
    return pending;
  }

  /**
   * Returns the intervals that have passed and that are complete, or beyond waiting for; never the
   * last one of which a call was sent.
   */
  public synchronized List<IntervalResult> complete(long nowNs) {
    return complete(nowNs, nowNs);
  }

  /**
   * As {@link #complete(long)}, where a pause of this process does not count as a part of the time
   * that calls without an outcome are waited for.
   *
   * @param watchedNs the time of a {@link io.windsock.platform.http.WatchedTime}
   */
  public synchronized List<IntervalResult> complete(long nowNs, long watchedNs) {
    List<IntervalResult> complete = new ArrayList<>();
    while (!open.isEmpty() && isOver(open.getFirst(), nowNs, watchedNs)) {
      complete.add(close());
    }
    return complete;
  }

  /**
   * Calls are sent in the order in which they are due. So only when one of a later interval was
   * sent is it known that no more of this one are: the sender may be late. For the same reason,
   * calls without an outcome are lost only long after they were sent, not after they were due.
   */
  private boolean isOver(Interval interval, long nowNs, long watchedNs) {
    if (open.size() == 1) {
      return false;
    }
    long endNs = startNs + (closed + 1) * INTERVAL_NS;
    boolean passed = nowNs >= endNs && interval.isComplete();
    return passed || watchedNs >= interval.sentNs(endNs) + deadlineNs + PATIENCE_NS;
  }

  private IntervalResult close() {
    Interval interval = open.removeFirst();
    Counts counts = interval.counts(duplicates - total.duplicates());
    total = total.plus(counts);
    pending -= counts.lost();
    micros.add(interval.micros());
    long fromMs = TimeUnit.NANOSECONDS.toMillis(closed * INTERVAL_NS);
    if (keeping) {
      kept.add(new IntervalHistogram(fromMs, interval.micros()));
    }
    closed++;
    return new IntervalResult(fromMs, counts, Latency.of(interval.micros()));
  }

  /** Returns the latencies of the intervals completed since the last call, if they are kept. */
  public synchronized List<IntervalHistogram> takeHistograms() {
    List<IntervalHistogram> taken = List.copyOf(kept);
    kept.clear();
    return taken;
  }

  /** Returns the remaining intervals, whatever calls of theirs have no outcome. */
  public synchronized List<IntervalResult> close(long nowNs) {
    List<IntervalResult> rest = new ArrayList<>(complete(nowNs));
    while (!open.isEmpty()) {
      rest.add(close());
    }
    return rest;
  }

  /** Returns the sums over the intervals that are complete. */
  public synchronized Counts total() {
    return total;
  }

  /** Returns the times over the intervals that are complete. */
  public synchronized Latency latency() {
    return Latency.of(micros);
  }

  /** Returns the longest time by which a call was sent after its intended time, ms. */
  public synchronized double latestSendMs() {
    return latestSendNs / 1e6;
  }
}
