package io.windsock.platform.link;

/**
 * How long calls or answers wait for others to share a batch with. Friedman and Birman, "Using
 * Group Communication Technology to Implement a Reliable and Scalable Distributed IN Coprocessor",
 * section 3.3, send what has gathered every 15 ms. Here the interval adapts to load. At low load
 * there is none: what one turn of the event loop adds goes together at its end. Under load, when
 * the event loop gets to it late or the peer is slow to take data, bigger batches save work, and
 * the interval grows from a least to a greatest one.
 *
 * <p>Pure: the caller passes in times. Owned by one thread.
 */
public final class Sweep {
  private static final int GROWTH = 2;

  private final long minNs;
  private final long maxNs;
  private long intervalNs;

  /**
   * Creates a sweep without an interval.
   *
   * @param minNs the least interval under load, and the lateness that counts as load, ns
   * @param maxNs the greatest interval, ns
   */
  public Sweep(long minNs, long maxNs) {
    this.minNs = minNs;
    this.maxNs = maxNs;
  }

  /** Returns the least time between two batches that are not full, ns; 0 at low load. */
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
    if (slow || lateNs > Math.max(minNs, intervalNs)) {
      intervalNs = Math.min(maxNs, Math.max(minNs, GROWTH * intervalNs));
    } else {
      intervalNs = Math.max(0, intervalNs - minNs);
    }
  }
}
