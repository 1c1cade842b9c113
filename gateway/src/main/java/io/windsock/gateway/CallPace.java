package io.windsock.gateway;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many calls for keys have ended, and how many of them took long: more than a quarter of the
 * time that they had. The core's thread counts; any thread may read.
 */
public final class CallPace {
  private static final int SLOW_PART = 4;

  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong slow = new AtomicLong();

  /** Creates counts of zero. */
  public CallPace() {}

  /**
   * Counts a call that has ended.
   *
   * @param tookNs from its arrival to its outcome, ns
   * @param timeNs from its arrival to its deadline, ns
   */
  public void add(long tookNs, long timeNs) {
    if (tookNs > timeNs / SLOW_PART) {
      slow.lazySet(slow.get() + 1);
    }
    ended.lazySet(ended.get() + 1);
  }

  /** Returns how many have ended since the start. */
  public long ended() {
    return ended.get();
  }

  /** Returns how many of them took long. */
  public long slow() {
    return slow.get();
  }
}
