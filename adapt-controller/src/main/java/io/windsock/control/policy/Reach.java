package io.windsock.control.policy;

/**
 * Whether the goal is within reach: how short the update delay was lately, and how long since.
 *
 * @param lowMs the lowest recent update delay, at least a share of the goal; while the goal is
 *     missed and nothing shortens the delay, it grows by the factor e in {@link #HOLDS} hold times
 * @param peakMs the longest average update delay since the goal was last met
 */
record Reach(double lowMs, double peakMs) {
  private static final double HOLDS = 50;

  /** The smallest share of the goal that counts as the lowest recent delay. */
  private static final double LEAST = 0.1;

  /** The lowest recent delay, as a share of the goal, if it is unknown but the goal was met. */
  private static final double ASSUMED = 0.4;

  /** A delay is shortened if it is less than this share of its peak. */
  private static final double SHORTENED = 0.7;

  /** A delay has grown if it exceeds its peak by this factor. */
  private static final double GROWN = 1.2;

  /**
   * Returns what a first observation tells.
   *
   * @param adapted whether a former controller had reason to raise the level, so that the delay may
   *     be long although the goal was met before
   */
  static Reach first(double ms, boolean adapted, double goalMs) {
    return new Reach(adapted ? Math.min(ms, ASSUMED * goalMs) : ms, ms);
  }

  /**
   * Returns what one more observation tells.
   *
   * @param ms the delay; its averages are too short after a pause
   * @param averageMs the short average of the delay
   * @param longMs the long one
   * @param holds hold times since the observation before, 0 to 1
   */
  Reach next(double ms, double averageMs, double longMs, double holds, double goalMs) {
    double peak = averageMs <= goalMs ? averageMs : Math.max(peakMs, averageMs);
    if (!isMet(goalMs) && averageMs > GROWN * peakMs) {
      // It grows as the mirroring becomes more exact again: the mirroring did matter.
      return new Reach(ASSUMED * goalMs, peak);
    }
    // Within the goal, the policy itself may be what keeps the delay above the lowest one.
    boolean missed = Math.min(averageMs, longMs) > goalMs;
    boolean grows = missed && averageMs >= SHORTENED * peakMs;
    double low = grows ? lowMs * Math.exp(holds / HOLDS) : lowMs;
    return new Reach(Math.max(LEAST * goalMs, Math.min(low, Math.max(ms, averageMs))), peak);
  }

  /** Whether the goal was met lately. */
  boolean isMet(double goalMs) {
    return lowMs <= goalMs;
  }
}
