package io.windsock.gateway.core.load;

/**
 * From when on a call is slow at a site. Usually when the site has had it for two fifths of its
 * time. Where even the quickest calls take long, because the network does or the work is dear, a
 * quarter of its time is added to what those take, up to three quarters of it. What the quickest
 * calls take is the least that has been seen; it grows by a tenth every {@link #GROWTH_S} seconds,
 * because networks change. It must not grow sooner: under an overload no call is quick. Owned by
 * the core's thread.
 */
final class Patience {
  /** A site that had a call for less is not slow, ms. */
  static final int MIN_MS = 20;

  static final int GROWTH_S = 10;

  private static final long MIN_NS = MIN_MS * 1_000_000L;
  private static final long GROWTH_NS = GROWTH_S * 1_000_000_000L;
  private static final long LEAST_GROWTH_NS = 10_000;

  private long quickestNs = Long.MAX_VALUE;
  private long grownNs;

  Patience(long nowNs) {
    this.grownNs = nowNs;
  }

  /** Counts an answer that a site took so long for. */
  void answered(long tookNs) {
    quickestNs = Math.min(quickestNs, Math.max(0, tookNs));
  }

  /** To be called at each tick. */
  void advance(long nowNs) {
    if (nowNs - grownNs >= GROWTH_NS) {
      grownNs = nowNs;
      if (quickestNs != Long.MAX_VALUE) {
        quickestNs += Math.max(LEAST_GROWTH_NS, quickestNs / 10);
      }
    }
  }

  /** Returns what the quickest calls take, ns; 0 if unknown. */
  long quickestNs() {
    return quickestNs == Long.MAX_VALUE ? 0 : quickestNs;
  }

  /**
   * Returns for how long a site may have a call that is not slow, ns.
   *
   * @param timeNs how long the call may be pending
   */
  long ns(long timeNs) {
    long farther = Math.min(timeNs / 4 * 3, quickestNs() + timeNs / 4);
    return Math.max(MIN_NS, Math.max(timeNs / 5 * 2, farther));
  }
}
