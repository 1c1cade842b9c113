package io.windsock.gateway.core.load;

/**
 * How many calls were answered per second lately: in the last {@link #KEPT_MS} to twice as many ms,
 * so that a stall of a tenth of a second hardly changes it. Owned by the core's thread.
 */
final class AnswerRate {
  static final int KEPT_MS = 1_000;

  private static final long KEPT_NS = KEPT_MS * 1_000_000L;

  private long current;
  private long currentNs;
  private long previous;
  private long previousNs;

  /** Counts a window which ends now. */
  void add(int answered, long windowNs) {
    current += answered;
    currentNs += windowNs;
    if (currentNs >= KEPT_NS) {
      previous = current;
      previousNs = currentNs;
      current = 0;
      currentNs = 0;
    }
  }

  /** Returns how many calls are answered within a time, as far as is known. */
  long within(long ns) {
    long overNs = currentNs + previousNs;
    return overNs == 0 ? 0 : (current + previous) * ns / overNs;
  }
}
