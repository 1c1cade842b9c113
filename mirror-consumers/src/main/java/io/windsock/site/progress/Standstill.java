package io.windsock.site.progress;

/**
 * Detects whether another thread's work is stalled, from the number of its current step. Time is
 * counted in looks, each of which counts for {@link #MAX_LOOK_MS} at most: work is not stalled if
 * the whole process is suspended or has no processor. Owned by one thread.
 */
public final class Standstill {
  /** Work that stays at one step for longer than this is stalled, ms. */
  public static final long BOUND_MS = 2_000;

  /** The most that the time since the last look counts for, ms. */
  static final long MAX_LOOK_MS = 250;

  /** The step number of idle work. */
  public static final long IDLE = 0;

  /** The result for work that is not stalled. */
  public static final long MOVES = Long.MIN_VALUE;

  private long step;
  private long movedMs;
  private long lastMs;
  private long countedMs;

  /** The standstill of work that has not begun. */
  public Standstill(long nowMs) {
    step = IDLE;
    movedMs = nowMs;
    lastMs = nowMs;
  }

  /**
   * Checks the work's current step.
   *
   * @param at the number of the current step, or {@link #IDLE}
   * @param nowMs monotonic ms
   * @return since when the work is stalled, monotonic ms, or {@link #MOVES}
   */
  public long look(long at, long nowMs) {
    countedMs += Math.min(MAX_LOOK_MS, nowMs - lastMs);
    lastMs = nowMs;
    if (at == IDLE || at != step) {
      step = at;
      movedMs = nowMs;
      countedMs = 0;
    }
    return countedMs > BOUND_MS ? movedMs : MOVES;
  }
}
