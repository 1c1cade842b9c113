package io.windsock.link.stats;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether the target is slow to commit. It is once commits that are slow took half of the last
 * seconds, and no longer once they take less than a tenth: a broker that pauses once is not, and
 * one that recovers now and then remains so. Written by one thread; any thread may read the reason.
 */
final class CommitPace {
  /** The least time of a slow commit: many times that of a broker which keeps up. */
  static final long SLOW_NS = TimeUnit.MILLISECONDS.toNanos(250);

  /** The least time over which commits are judged. */
  static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(5);

  /** The share of slow commits in the time at which the target is slow. */
  static final double SLOW_SHARE = 0.5;

  /** The share below which it is so no longer. */
  static final double FAST_SHARE = 0.1;

  /**
   * After so long without a commit a target that was slow is so no longer, as far as is known: a
   * link that is idle commits nothing, and no commit takes so long.
   */
  static final long IDLE_NS = TimeUnit.MINUTES.toNanos(3);

  private static final double NS_PER_SECOND = 1e9;

  private boolean begun;
  private long sinceNs;
  private volatile long coveredNs;
  private long slowNs;
  private long longestNs;
  private volatile @Nullable String reason;

  /** What a commit has changed. */
  enum Change {
    /** Nothing. */
    NONE,
    /** The target is slow from now on; the reason says how. */
    SLOW,
    /** It is slow no longer. */
    OVER
  }

  /**
   * Takes in a commit. Commits may overlap, as those of batches that share a transaction do.
   *
   * @param endNs when it was done, as {@link System#nanoTime}; not before the one before
   * @param tookNs how long it took
   */
  Change committed(long endNs, long tookNs) {
    if (!begun) {
      begun = true;
      sinceNs = endNs - tookNs;
      coveredNs = sinceNs;
    }
    if (tookNs >= SLOW_NS) {
      slowNs += Math.min(tookNs, endNs - coveredNs);
      longestNs = Math.max(longestNs, tookNs);
    }
    coveredNs = endNs;
    return endNs - sinceNs < WINDOW_NS ? Change.NONE : judge(endNs);
  }

  private Change judge(long nowNs) {
    boolean before = reason != null;
    double share = (double) slowNs / (nowNs - sinceNs);
    boolean slow = share >= (before ? FAST_SHARE : SLOW_SHARE);
    reason = slow ? describe(nowNs - sinceNs) : null;
    sinceNs = nowNs;
    slowNs = 0;
    longestNs = 0;
    if (slow == before) {
      return Change.NONE;
    }
    return slow ? Change.SLOW : Change.OVER;
  }

  private String describe(long windowNs) {
    return String.format(
        Locale.ROOT,
        "the target is slow to commit: commits of %d ms or more took %.1f of the last %.1f s, the longest %d ms; look at its brokers' disks and load",
        TimeUnit.NANOSECONDS.toMillis(SLOW_NS),
        slowNs / NS_PER_SECOND,
        windowNs / NS_PER_SECOND,
        TimeUnit.NANOSECONDS.toMillis(longestNs));
  }

  /**
   * Returns that the target is slow, with the times and the remedy; null if it is not.
   *
   * @param nowNs the time, as {@link System#nanoTime}
   */
  @Nullable String reason(long nowNs) {
    return nowNs - coveredNs > IDLE_NS ? null : reason;
  }
}
