package io.windsock.evaluation.adapt;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The times of requests: alternating pauses and bursts, ending with a pause. Immutable.
 *
 * @param count number of bursts
 * @param burst length of each burst
 * @param pause length of the pause before each burst and after the last
 * @param perSecond requests per second in a burst
 */
record Bursts(int count, Duration burst, Duration pause, double perSecond) {
  private static final double NS_PER_SECOND = 1e9;

  /** Returns the total length. */
  Duration span() {
    return burst.plus(pause).multipliedBy(count).plus(pause);
  }

  /** Whether a burst is in progress this long after the start. */
  boolean during(long ms) {
    long cycleMs = burst.plus(pause).toMillis();
    return ms < count * cycleMs && ms % cycleMs >= pause.toMillis();
  }

  /** Returns the number of requests. */
  long requests() {
    return count * perBurst();
  }

  private long perBurst() {
    return Math.round(burst.toNanos() / NS_PER_SECOND * perSecond);
  }

  /** Returns when to make a request, ns after the start; evenly spaced within its burst. */
  long intendedNs(long request) {
    long perBurst = perBurst();
    long cycle = request / perBurst;
    double within = (double) (request % perBurst) / perBurst;
    return cycle * burst.plus(pause).toNanos()
        + pause.toNanos()
        + (long) (within * burst.toNanos());
  }

  /** Returns the schedule in words. */
  String text() {
    return "%d bursts of %d s with %.0f requests/s, %d s between them"
        .formatted(
            count, burst.toSeconds(), perSecond, TimeUnit.NANOSECONDS.toSeconds(pause.toNanos()));
  }
}
