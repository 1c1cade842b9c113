package io.windsock.control.monitor;

import io.windsock.platform.telemetry.Members;

/**
 * Whether this machine's clock goes with the brokers', by which samples are stamped: told by the
 * age of the newest sample whenever another has come. Owned by the control thread.
 */
public final class ClockWatch {
  /** A sample may be as old as this when it is seen, or as young, ms. */
  static final long TOLERATED_MS = 2_000;

  /** Looks in a row that must find the same, so that a pause is not taken for it. */
  static final int LOOKS = 10;

  private long newestMs = Long.MIN_VALUE;
  private int looks;

  /** The least of those looks, ms that this clock is ahead; negative: behind. */
  private long aheadMs;

  private String trouble = "";

  /** Looks; answers what is wrong with the clock, in words, or nothing. */
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
    String seconds = (Math.abs(aheadMs) + 500) / 1000 + " s";
    return aheadMs > 0
        ? "this machine's clock is "
            + seconds
            + " ahead of the brokers', or samples take so long: what it decides bears the brokers'"
            + " time, its log its own; set the clocks"
        : "this machine's clock is "
            + seconds
            + " behind the brokers': what it decides bears the brokers' time, its log its own; set"
            + " the clocks";
  }
}
