package io.windsock.control.policy;

/**
 * What the operator wants of the {@link ObjectivePolicy}.
 *
 * @param delayGoalMs hold the update delay at or under this, ms; above 0
 * @param stalenessLimitMs never let the rules make mirrors staler than this, ms; above the goal, as
 *     an update that is only delayed counts as missing too
 * @param holdMs the least time between two changes, ms; at least {@link #MIN_HOLD_MS}
 */
public record ObjectiveSettings(long delayGoalMs, long stalenessLimitMs, long holdMs) {
  /** Below this the effect of a change is not measured before the next one. */
  public static final long MIN_HOLD_MS = 1_000;

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public ObjectiveSettings {
    check(delayGoalMs > 0, "the update delay goal", delayGoalMs, "above 0");
    check(
        stalenessLimitMs > delayGoalMs,
        "the staleness limit",
        stalenessLimitMs,
        "above the update delay goal, " + delayGoalMs + " ms");
    check(holdMs >= MIN_HOLD_MS, "the hold time", holdMs, MIN_HOLD_MS + " ms or more");
  }

  private static void check(boolean holds, String what, long ms, String range) {
    if (!holds) {
      throw new IllegalArgumentException(what + " is " + ms + " ms; it must be " + range);
    }
  }

  /** What of the staleness the rules may cause: the limit less the delay that the goal allows. */
  long withheldLimitMs() {
    return stalenessLimitMs - delayGoalMs;
  }
}
