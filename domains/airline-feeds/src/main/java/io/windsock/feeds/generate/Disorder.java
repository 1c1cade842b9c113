package io.windsock.feeds.generate;

/**
 * Computes the delay from an event's time to its emission. Most events are emitted at once; some
 * are overtaken by others within seconds, and a few are minutes late. Pure.
 */
final class Disorder {
  /** The fraction of events that are out of order, by up to {@link #SECONDS_LATE_MS}. */
  static final double OUT_OF_ORDER = 0.02;

  /** The fraction of events that are late, by up to {@link #MINUTES_LATE_MS}. */
  static final double LATE = 0.001;

  /** The maximum delay of an event out of order. */
  static final long SECONDS_LATE_MS = 20_000;

  /** The maximum delay of a late event. */
  static final long MINUTES_LATE_MS = 600_000;

  private Disorder() {}

  /** Returns the delay of an event in ms, determined by the random {@code bits}. */
  static long delayMs(long bits) {
    double drawn = Chance.share(bits);
    if (drawn >= OUT_OF_ORDER + LATE) {
      return 0;
    }
    double length = Chance.share(Chance.mix(bits, 0));
    return drawn < LATE
        ? SECONDS_LATE_MS + (long) (length * (MINUTES_LATE_MS - SECONDS_LATE_MS))
        : 1 + (long) (length * (SECONDS_LATE_MS - 1));
  }
}
