package io.windsock.site;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Keeps the repairs of a site from becoming a loop: each comes later after the former, and a state
 * is not rebuilt again and again. Pure; one thread owns it.
 */
final class RepairPace {
  /** States rebuilt within {@link #WINDOW_MS} at the most. */
  static final int MAX_REBUILDS = 3;

  /** How far back rebuilds count, ms. */
  static final long WINDOW_MS = 3_600_000;

  /** The wait before the first repair, ms. */
  static final long FIRST_WAIT_MS = 500;

  /** The longest wait before a repair, ms. */
  static final long LAST_WAIT_MS = 60_000;

  /** A repair this long after the former is a first one again, ms. */
  static final long CALM_MS = 600_000;

  private final Deque<Long> rebuilds = new ArrayDeque<>();
  private long waitMs;
  private long lastMs;

  /** How long to wait before a disk that could not be written is used again, ms. */
  long beforeRepairMs(long nowMs) {
    boolean first = waitMs == 0 || nowMs - lastMs > CALM_MS;
    waitMs = first ? FIRST_WAIT_MS : Math.min(LAST_WAIT_MS, 2 * waitMs);
    lastMs = nowMs;
    return waitMs;
  }

  /** Whether a damaged state may be rebuilt now; counts it if so. */
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
