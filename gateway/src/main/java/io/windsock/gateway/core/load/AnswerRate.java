package io.windsock.gateway.core.load;

/**
 * How many calls were answered per second, at most, in any window of the last {@link #KEPT_S} to
 * twice as many seconds: what sites can do at least, even while they are stalled (Cardwell and
 * others, "BBR: congestion-based congestion control", 2016, estimate a bottleneck in the same way).
 * Owned by the core's thread.
 */
final class AnswerRate {
  static final int KEPT_S = 5;

  private static final long SECOND_NS = 1_000_000_000;

  private long rotatedNs;
  private long current;
  private long previous;

  AnswerRate(long nowNs) {
    this.rotatedNs = nowNs;
  }

  /** Counts a window which ends now. */
  void add(int answered, long windowNs, long nowNs) {
    if (nowNs - rotatedNs >= KEPT_S * SECOND_NS) {
      rotatedNs = nowNs;
      previous = current;
      current = 0;
    }
    current = Math.max(current, answered * SECOND_NS / windowNs);
  }

  /** Returns how many calls are answered within a time, as far as is known. */
  long within(long ns) {
    return Math.max(current, previous) * ns / SECOND_NS;
  }
}
