package io.windsock.testbed.calls.plan;

import java.util.SplittableRandom;

/**
 * The times at which calls are due, one after the other. The same settings give the same times.
 * Owned by one thread.
 */
public final class CallSchedule {
  private static final double NS_PER_SECOND = 1e9;

  private final Arrivals arrivals;
  private final double perSecond;
  private final SplittableRandom random;
  private long calls;
  private double poissonSeconds;

  /**
   * Creates a schedule at its beginning.
   *
   * @param perSecond the average rate
   */
  public CallSchedule(Arrivals arrivals, double perSecond, long seed) {
    this.arrivals = arrivals;
    this.perSecond = perSecond;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Returns when the next call is due, ns after the start. Does not drift: with equal intervals,
   * the time of a call depends on its number alone.
   */
  public long nextNs() {
    long number = calls++;
    if (arrivals == Arrivals.uniform) {
      return Math.round(number / perSecond * NS_PER_SECOND);
    }
    poissonSeconds -= Math.log1p(-random.nextDouble()) / perSecond;
    return Math.round(poissonSeconds * NS_PER_SECOND);
  }
}
