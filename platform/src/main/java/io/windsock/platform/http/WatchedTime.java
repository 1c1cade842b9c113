package io.windsock.platform.http;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A clock for the patience of something that looks at its clients from time to time. The time
 * between two looks counts for at most a bound, so while the process or its machine pauses, no
 * client's time runs out: it may have sent and read all the while. One thread owns it.
 */
public final class WatchedTime {
  private static final int MOST_LOOKS = 2;

  private final LongSupplier clock;
  private final long mostNs;
  private long lookedNs;
  private long missedNs;

  /**
   * Starts the clock.
   *
   * @param clock as {@link System#nanoTime}
   * @param lookMs the intended time between two looks; up to twice as much counts
   */
  public WatchedTime(LongSupplier clock, long lookMs) {
    this.clock = clock;
    mostNs = TimeUnit.MILLISECONDS.toNanos(MOST_LOOKS * lookMs);
    lookedNs = clock.getAsLong();
  }

  /** Begins a look, and returns the time, ns. */
  public long look() {
    long atNs = clock.getAsLong();
    missedNs += Math.max(0, atNs - lookedNs - mostNs);
    lookedNs = atNs;
    return nowNs();
  }

  /** Returns the time, ns. After a pause and before the next look, the pause still counts. */
  long nowNs() {
    return clock.getAsLong() - missedNs;
  }
}
