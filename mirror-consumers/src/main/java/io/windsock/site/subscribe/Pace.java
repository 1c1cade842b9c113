package io.windsock.site.subscribe;

import java.util.concurrent.TimeUnit;

/**
 * How often rounds begin: so seldom that their delivery leaves an event loop half of its time, for
 * requests and new clients, but no more than two seconds after a delivery. Without it, the clients
 * that follow updates already keep those waiting that have yet to receive their state. Times are as
 * {@link System#nanoTime}. Not thread-safe.
 */
final class Pace {
  /** How many times as long as its delivery takes a round lasts. */
  private static final int TIMES = 2;

  /** The most that the next round waits after a delivery. */
  static final long MAX_PAUSE_NS = TimeUnit.SECONDS.toNanos(2);

  /** Shorter rounds follow each other without a wait: others hardly notice them. */
  static final long MIN_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Rounds at least as long are conflated, so that each costs as little as it can. */
  static final long CONFLATED_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private long beganNs;
  private long lastNs;

  /** The shorter of the last two deliveries, because one pause of the JVM means nothing. */
  private long busyNs;

  /** Whether a round has begun. */
  private boolean running;

  /** A round begins. */
  void begin(long nowNs) {
    beganNs = nowNs;
    running = true;
  }

  /** A round was delivered, which took the busiest event loop so long. */
  void delivered(long tookNs) {
    busyNs = Math.min(lastNs, tookNs);
    lastNs = tookNs;
  }

  /** How long the next round has to wait; 0 or less: it is due. */
  long waitNs(long nowNs) {
    return running ? beganNs + lengthNs() - nowNs : 0;
  }

  /** Whether rounds are so long that they should be conflated. */
  boolean conflates() {
    return lengthNs() >= CONFLATED_NS;
  }

  /** The time from the beginning of a round to the next, at least. */
  long lengthNs() {
    long lengthNs = Math.min(TIMES * busyNs, busyNs + MAX_PAUSE_NS);
    return lengthNs < MIN_NS ? 0 : lengthNs;
  }
}
