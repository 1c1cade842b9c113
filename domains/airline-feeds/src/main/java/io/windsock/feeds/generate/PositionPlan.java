package io.windsock.feeds.generate;

/**
 * The times of a leg's positions: frequent near the hub, within its radar's range, and rare
 * elsewhere. Any number of positions is distributed over the leg in that proportion. Immutable.
 */
final class PositionPlan {
  private static final long MINUTE = 60_000;
  private static final double NEAR_PER_MS = 1 / 5_000.0;
  private static final double FAR_PER_MS = 1 / 20_000.0;

  /** How long before touch-down and after take-off the hub's radar sees a flight. */
  private static final long RADAR_MS = 25 * MINUTE;

  /** How long before push-back the transponder is on. */
  private static final long BEFORE_OUT_MS = MINUTE;

  /** How long it stays on at the stand. */
  private static final long AFTER_IN_MS = 45_000;

  private static final double JITTER_FROM = 0.1;
  private static final double JITTER = 0.8;

  private final long beginMs;
  private final long changeMs;
  private final double beforePerMs;
  private final double afterPerMs;
  private final double before;
  private final double after;

  private PositionPlan(
      long beginMs, long changeMs, long endMs, double beforePerMs, double afterPerMs) {
    this.beginMs = beginMs;
    this.changeMs = changeMs;
    this.beforePerMs = beforePerMs;
    this.afterPerMs = afterPerMs;
    before = (changeMs - beginMs) * beforePerMs;
    after = (endMs - changeMs) * afterPerMs;
  }

  /**
   * Returns the positions of {@code leg} that lie in {@code window}. Any of a leg that is not flown
   * have the time at which it was cancelled.
   */
  static PositionPlan of(Leg leg, Window window) {
    LegTimes times = leg.times();
    if (!leg.flown()) {
      long decided = window.clamp(times.decidedMs());
      return new PositionPlan(decided, decided, decided, NEAR_PER_MS, FAR_PER_MS);
    }
    long begin = window.clamp(times.outMs() - BEFORE_OUT_MS);
    long end = window.clamp(endMs(times));
    if (leg.fromHub()) {
      long change = Math.min(times.offMs() + RADAR_MS, times.onMs());
      return new PositionPlan(begin, window.clamp(change), end, NEAR_PER_MS, FAR_PER_MS);
    }
    long change = Math.max(times.onMs() - RADAR_MS, times.offMs());
    return new PositionPlan(begin, window.clamp(change), end, FAR_PER_MS, NEAR_PER_MS);
  }

  /** Returns the time at which a leg's transponder is switched off. */
  static long endMs(LegTimes times) {
    return times.inMs() + AFTER_IN_MS;
  }

  /** Returns the number of positions at the usual intervals; not necessarily an integer. */
  double weight() {
    return before + after;
  }

  /**
   * Returns the time of position {@code index} of {@code count}, varied by the random {@code bits}.
   */
  long timeMs(int index, int count, long bits) {
    double within = (index + JITTER_FROM + JITTER * Chance.share(bits)) / count;
    double passed = within * weight();
    if (passed < before) {
      return beginMs + (long) (passed / beforePerMs);
    }
    return changeMs + (long) ((passed - before) / afterPerMs);
  }
}
