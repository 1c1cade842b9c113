package io.windsock.evaluation.adapt;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When requests are made: nothing for a while, then a burst, and so on, with nothing at the end.
 * Immutable.
 *
 * @param count how many bursts
 * @param burst how long each lasts
 * @param pause before each, and after the last
 * @param perSecond requests a second of a burst
 */
record Bursts(int count, Duration burst, Duration pause, double perSecond) {
  private static final double NS_PER_SECOND = 1e9;

  /** How long all of it lasts. */
  Duration span() {
    return burst.plus(pause).multipliedBy(count).plus(pause);
  }

  /** Whether there is a burst so long after the start. */
  boolean during(long ms) {
    long cycleMs = burst.plus(pause).toMillis();
    return ms < count * cycleMs && ms % cycleMs >= pause.toMillis();
  }

  /** How many requests there are. */
  long requests() {
    return count * perBurst();
  }

  private long perBurst() {
    return Math.round(burst.toNanos() / NS_PER_SECOND * perSecond);
  }

  /** When to make a request, ns after the start; evenly within its burst. */
  long intendedNs(long request) {
    long perBurst = perBurst();
    long cycle = request / perBurst;
    double within = (double) (request % perBurst) / perBurst;
    return cycle * burst.plus(pause).toNanos()
        + pause.toNanos()
        + (long) (within * burst.toNanos());
  }

  /** The same for a human. */
  String text() {
    return "%d bursts of %d s with %.0f requests/s, %d s between them"
        .formatted(
            count, burst.toSeconds(), perSecond, TimeUnit.NANOSECONDS.toSeconds(pause.toNanos()));
  }
}
