package io.windsock.site.progress;

/**
 * Tells whether the work of another thread stands still, from the number of the step that it is at.
 * The time is counted by looks, each of which counts for {@link #MAX_LOOK_MS} at the most: where
 * the whole process is suspended, or has no processor, the work does not stand still. One thread
 * owns it.
 */
public final class Standstill {
  /** Work that is at the same step for longer stands still, ms. */
  public static final long BOUND_MS = 2_000;

  /** What the time since the last look counts for at the most, ms. */
  static final long MAX_LOOK_MS = 250;

  /** The number where there is nothing to do. */
  public static final long IDLE = 0;

  /** It does not stand still. */
  public static final long MOVES = Long.MIN_VALUE;

  private long step;
  private long movedMs;
  private long lastMs;
  private long countedMs;

  /** Of work that has not begun. */
  public Standstill(long nowMs) {
    step = IDLE;
    movedMs = nowMs;
    lastMs = nowMs;
  }

  /**
   * Looks.
   *
   * @param at the number of the step that the work is at, or {@link #IDLE}
   * @param nowMs monotonic ms
   * @return since when it stands still, monotonic ms, or {@link #MOVES}
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
