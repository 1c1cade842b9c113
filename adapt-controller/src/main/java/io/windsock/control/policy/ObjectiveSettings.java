package io.windsock.control.policy;

import io.windsock.contracts.config.ConfigurationException;

/**
 * The operator's settings for the {@link ObjectivePolicy}.
 *
 * @param delayGoalMs the highest acceptable update delay, ms; above 0
 * @param stalenessLimitMs the highest staleness that the rules may cause at a mirror, ms; above the
 *     goal, because a delayed update also counts as missing
 * @param holdMs the minimum time between two changes, ms; at least {@link #MIN_HOLD_MS}
 */
public record ObjectiveSettings(long delayGoalMs, long stalenessLimitMs, long holdMs) {
  /** The shortest hold time that lets the effect of a change be measured before the next one. */
  public static final long MIN_HOLD_MS = 1_000;

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if a setting is out of range
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
      throw ConfigurationException.of("objective", what + " is " + ms + " ms; it must be " + range);
    }
  }

  /** Returns the staleness that the rules may cause: the limit less the delay goal. */
  long withheldLimitMs() {
    return stalenessLimitMs - delayGoalMs;
  }
}
