package io.windsock.gateway.core;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.query.Call;

/**
 * The settings of a gateway's core. Immutable.
 *
 * @param name the name of this gateway, unique among members
 * @param routing how sites are chosen; by load is the default
 * @param sweepMs the time between sweeps, ms, 1 to 1,000; default 5, the paper's is 15 (section
 *     3.3)
 * @param deadlineMs the usual deadline, ms, for which the set of queues is sized; default 100, the
 *     paper's
 * @param silenceMs a member silent for longer is excluded, ms, 10 to 60,000; default 300
 * @param keys the watermarks on pending calls for a key; default 10,000 and 8,000
 * @param views the watermarks on pending calls for a view; default 2,000 and 1,600
 * @param earlyPercent the early reissues per hundred calls, 0 to 100; 0: none; default 10
 * @param earlyQuantile the share of calls that are answered when a reissue is early, above 0 to 1;
 *     default 0.95
 * @param retryAfterMs after how long a caller refused as {@code BUSY} may call again, ms, 0 to
 *     60,000; default 1,000
 */
public record CoreSettings(
    String name,
    RoutingPolicy routing,
    int sweepMs,
    int deadlineMs,
    int silenceMs,
    Limits keys,
    Limits views,
    int earlyPercent,
    double earlyQuantile,
    int retryAfterMs) {
  /** The most calls of a kind that may be pending. */
  public static final int MAX_PENDING = 1_000_000;

  /** The rule for a gateway's name, for messages. */
  public static final String NAME = "1 to 64 letters, digits, . _ -";

  private static final int MAX_SWEEP_MS = 1_000;
  private static final int MIN_SILENCE_MS = 10;
  private static final int MAX_SILENCE_MS = 60_000;
  private static final int MAX_RETRY_AFTER_MS = 60_000;

  /** How sites are chosen. */
  public enum RoutingPolicy {
    /** By the call's id alone. */
    UNIFORM,
    /** The less loaded of two that the call's id selects. */
    LOAD_AWARE
  }

  /**
   * Watermarks.
   *
   * @param high with as many pending, new calls are refused; 1 to {@link #MAX_PENDING}
   * @param low until no more than this are; 0 to less than {@code high}
   */
  public record Limits(int high, int low) {
    private void check(ConfigCheck check, String name) {
      check.range(name + ".high", high, 1, MAX_PENDING);
      check.holds(
          low >= 0 && (low < high || high < 1),
          name + ".low",
          low,
          "0 or more, and less than " + name + ".high (" + high + ")");
    }
  }

  /**
   * Checks the settings. Faults have the names of the command's options.
   *
   * @throws ConfigurationException that names all faults
   */
  public CoreSettings {
    ConfigCheck check = new ConfigCheck("gateway");
    check.holds(!name.isEmpty(), "name", "''", NAME);
    check.range("sweepMs", sweepMs, 1, MAX_SWEEP_MS);
    check.range("deadlineMs", deadlineMs, 1, Call.MAX_DEADLINE_MS);
    check.range("silenceMs", silenceMs, MIN_SILENCE_MS, MAX_SILENCE_MS);
    keys.check(check, "keyCalls");
    views.check(check, "viewCalls");
    check.range("earlyPercent", earlyPercent, 0, 100);
    check.holds(
        earlyQuantile > 0 && earlyQuantile <= 1,
        "earlyQuantile",
        earlyQuantile,
        "above 0, and at most 1");
    check.range("retryAfterMs", retryAfterMs, 0, MAX_RETRY_AFTER_MS);
    check.done();
  }

  /** Returns the default settings of a gateway. */
  public static CoreSettings defaults(String name) {
    return new CoreSettings(
        name,
        RoutingPolicy.LOAD_AWARE,
        5,
        100,
        300,
        new Limits(10_000, 8_000),
        new Limits(2_000, 1_600),
        10,
        0.95,
        1_000);
  }

  long sweepNs() {
    return sweepMs * 1_000_000L;
  }

  long silenceNs() {
    return silenceMs * 1_000_000L;
  }

  long deadlineNs() {
    return deadlineMs * 1_000_000L;
  }
}
