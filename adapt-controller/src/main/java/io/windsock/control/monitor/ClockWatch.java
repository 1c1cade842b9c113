package io.windsock.control.monitor;

import io.windsock.platform.telemetry.Members;

/**
 * Checks this machine's clock against the brokers' clock, which stamps the samples. It compares the
 * age of the newest sample whenever a new one has arrived. Owned by the control thread.
 */
public final class ClockWatch {
  /** The tolerated difference in either direction, ms. */
  static final long TOLERATED_MS = 2_000;

  /**
   * The number of consecutive looks that must agree, so that a pause is not mistaken for a clock
   * error.
   */
  static final int LOOKS = 10;

  private long newestMs = Long.MIN_VALUE;
  private int looks;

  /** The smallest lead of this clock in those looks, ms; negative if it is behind. */
  private long aheadMs;

  private String trouble = "";

  /** Looks at the newest sample; returns a description of the clock's error, or an empty string. */
  public String look(Members members, long nowMs) {
    long newest = members.newestMs();
    if (newest != newestMs && newest != Long.MIN_VALUE) {
      came(nowMs - newest);
    }
    newestMs = newest;
    return trouble;
  }

  private void came(long ageMs) {
    if (Math.abs(ageMs) <= TOLERATED_MS) {
      looks = 0;
      trouble = "";
      return;
    }
    boolean first = looks == 0 || Long.signum(ageMs) != Long.signum(aheadMs);
    looks = first ? 1 : looks + 1;
    aheadMs = first || Math.abs(ageMs) < Math.abs(aheadMs) ? ageMs : aheadMs;
    if (looks == LOOKS) {
      trouble = words();
    }
  }

  private String words() {
    return "this machine's clock is %d s %s: decisions carry the brokers' time, and this machine's log its own; set the clocks"
        .formatted(
            (Math.abs(aheadMs) + 500) / 1000,
            aheadMs > 0
                ? "ahead of the brokers', or samples take that long to arrive"
                : "behind the brokers'");
  }
}
