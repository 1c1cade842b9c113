package io.windsock.platform.link;

/**
 * How long calls or answers wait for others to share a batch with. Friedman and Birman, "Using
 * Group Communication Technology to Implement a Reliable and Scalable Distributed IN Coprocessor",
 * section 3.3, send what has gathered every 15 ms. Here the interval adapts to load: what is added
 * after a pause of one interval goes at once, and the interval grows only while the event loop runs
 * its sweeps late or the peer is slow to take data, when bigger batches save work.
 *
 * <p>Pure: the caller passes in times. Owned by one thread.
 */
public final class Sweep {
  private static final int GROWTH = 2;

  private final long minNs;
  private final long maxNs;
  private long intervalNs;

  /** Creates a sweep whose interval is at first the least. */
  public Sweep(long minNs, long maxNs) {
    this.minNs = minNs;
    this.maxNs = maxNs;
    intervalNs = minNs;
  }

  /** Returns the least time between two batches that are not full, ns. */
  public long intervalNs() {
    return intervalNs;
  }

  /**
   * Adapts the interval after a sweep: doubles it under load, else shortens it by the least one.
   *
   * @param lateNs how much later than its time it ran, ns
   * @param slow whether the peer has not taken all data sent before
   */
  public void ran(long lateNs, boolean slow) {
    intervalNs =
        slow || lateNs > intervalNs
            ? Math.min(maxNs, GROWTH * intervalNs)
            : Math.max(minNs, intervalNs - minNs);
  }
}
