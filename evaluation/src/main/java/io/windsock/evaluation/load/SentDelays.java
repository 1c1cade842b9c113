package io.windsock.evaluation.load;

/**
 * Update delays by the second in which an event was sent, for a mean in which each of these seconds
 * counts alike: a site merges updates of a key that wait for a client, so fewer come while they are
 * late, and a mean of all updates weighs the good seconds most. Any thread may use it.
 */
public final class SentDelays {
  private static final long MS_PER_SECOND = 1_000;

  private final long startMs;
  private final long[] sumsMs;
  private final long[] counts;

  /**
   * Creates it.
   *
   * @param startMs when the first second begins, ms since the epoch
   * @param seconds how many there are; what was sent before or after them is left out
   */
  public SentDelays(long startMs, int seconds) {
    this.startMs = startMs;
    sumsMs = new long[seconds];
    counts = new long[seconds];
  }

  /** Adds the update of an event. */
  public synchronized void add(long sentMs, long delayMs) {
    long second = Math.floorDiv(sentMs - startMs, MS_PER_SECOND);
    if (second >= 0 && second < counts.length) {
      sumsMs[(int) second] += delayMs;
      counts[(int) second]++;
    }
  }

  /**
   * Returns the mean over the seconds, in ms. Events of a second without any update were merged
   * into later ones, so they were as late as those of the next second at the least.
   *
   * @throws IllegalStateException if no update came at all
   */
  public synchronized double meanMs() {
    double sum = 0;
    int seconds = 0;
    double next = Double.NaN;
    for (int i = counts.length - 1; i >= 0; i--) {
      if (counts[i] > 0) {
        next = (double) sumsMs[i] / counts[i];
      }
      if (!Double.isNaN(next)) {
        sum += next;
        seconds++;
      }
    }
    if (seconds == 0) {
      throw new IllegalStateException("no update came of the events of the run: none has a delay");
    }
    return sum / seconds;
  }
}
