package io.windsock.site.progress;

/**
 * Measures a rate over the last seconds from a count read about once a second. Owned by one thread.
 */
final class RateMeter {
  /** The number of readings kept. */
  private static final int WINDOW = 5;

  private static final double MS_PER_SECOND = 1000;

  private final long[] counts = new long[WINDOW];
  private final long[] timesMs = new long[WINDOW];
  private int readings;

  /** Takes a reading and returns the rate since the oldest one kept, per second. */
  double read(long count, long nowMs) {
    int slot = readings % WINDOW;
    boolean full = readings >= WINDOW;
    int oldest = full ? slot : 0;
    double rate = 0;
    if (readings > 0 && nowMs > timesMs[oldest]) {
      rate = MS_PER_SECOND * (count - counts[oldest]) / (nowMs - timesMs[oldest]);
    }
    counts[slot] = count;
    timesMs[slot] = nowMs;
    readings++;
    return rate;
  }
}
