package io.windsock.link.interval;

/** How many records a batch may have, for a given interval. Owned by the sender's thread. */
public interface ThresholdRule {
  /** Returns the most records of a batch; at least 1. */
  int threshold(long intervalNs);

  /** Returns the shortest interval in which a batch may have a record, ns. */
  default long leastIntervalNs() {
    return 0;
  }

  /**
   * A batch has been processed.
   *
   * @param records its records
   * @param processingNs the time that it took, ns
   */
  void processed(long records, long processingNs);
}
