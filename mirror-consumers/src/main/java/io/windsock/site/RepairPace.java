package io.windsock.site;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Rate limit for a site's repairs. Waits grow from one repair to the next, and rebuilds are limited
 * per hour. Does no I/O; owned by one thread.
 */
final class RepairPace {
  /** The most rebuilds within {@link #WINDOW_MS}. */
  static final int MAX_REBUILDS = 3;

  /** The window over which rebuilds are counted, ms. */
  static final long WINDOW_MS = 3_600_000;

  /** The wait before the first repair, ms. */
  static final long FIRST_WAIT_MS = 500;

  /** The longest wait before a repair, ms. */
  static final long LAST_WAIT_MS = 60_000;

  /** After this long without a repair, the wait starts again at {@link #FIRST_WAIT_MS}; ms. */
  static final long CALM_MS = 600_000;

  private final Deque<Long> rebuilds = new ArrayDeque<>();
  private long waitMs;
  private long lastMs;

  /** How long to wait before using a disk again after a failed write, ms. */
  long beforeRepairMs(long nowMs) {
    boolean first = waitMs == 0 || nowMs - lastMs > CALM_MS;
    waitMs = first ? FIRST_WAIT_MS : Math.min(LAST_WAIT_MS, 2 * waitMs);
    lastMs = nowMs;
    return waitMs;
  }

  /** Whether a damaged state may be rebuilt now. Counts the rebuild if so. */
  boolean mayRebuild(long nowMs) {
    while (!rebuilds.isEmpty() && nowMs - rebuilds.getFirst() > WINDOW_MS) {
      rebuilds.removeFirst();
    }
    if (rebuilds.size() >= MAX_REBUILDS) {
      return false;
    }
    rebuilds.addLast(nowMs);
    return true;
  }
}
