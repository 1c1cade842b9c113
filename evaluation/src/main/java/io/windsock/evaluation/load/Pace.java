package io.windsock.evaluation.load;

import java.time.Duration;

/**
 * When events are due whose rate is constant or rises evenly.
 *
 * @param from events per second at the beginning, greater than 0
 * @param to events per second at the end, at least {@code from}
 * @param seconds how long it lasts
 */
public record Pace(double from, double to, double seconds) {
  private static final double NS_PER_SECOND = 1e9;

  /** Checks the rates. */
  public Pace {
    if (!(from > 0 && to >= from && seconds > 0)) {
      throw new IllegalArgumentException("from %s to %s/s in %s s".formatted(from, to, seconds));
    }
  }

  /** Returns a constant rate. */
  public static Pace constant(double perSecond, Duration duration) {
    return new Pace(perSecond, perSecond, duration.toNanos() / NS_PER_SECOND);
  }

  /** Returns how many events there are. */
  public long count() {
    return Math.round((from + to) / 2 * seconds);
  }

  /** Returns the rate at a time, in events per second. */
  public double perSecond(double atSeconds) {
    return from + rise() * atSeconds;
  }

  private double rise() {
    return (to - from) / seconds;
  }

  /**
   * Returns when an event is due, in seconds after the beginning.
   *
   * @param index of the first event: 0
   */
  public double due(long index) {
    // index = from * t + rise * t * t / 2, solved so that a constant rate divides by no zero
    return 2 * index / (from + Math.sqrt(from * from + 2 * rise() * index));
  }
}
