package io.windsock.feeds.generate;

/**
 * How much later than its time an event is heard. Most come at once; some are overtaken by others
 * within seconds, and a few come minutes late. Pure.
 */
final class Disorder {
  /** Share of the events that come out of order, by up to {@link #SECONDS_LATE_MS}. */
  static final double OUT_OF_ORDER = 0.02;

  /** Share of the events that come late, by up to {@link #MINUTES_LATE_MS}. */
  static final double LATE = 0.001;

  /** The longest that an event out of order takes. */
  static final long SECONDS_LATE_MS = 20_000;

  /** The longest that a late event takes. */
  static final long MINUTES_LATE_MS = 600_000;

  private Disorder() {}

  /** The delay of an event, ms; {@code bits}: what chance says of it. */
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
