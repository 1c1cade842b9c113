package io.windsock.evaluation.load;

/**
 * The outcome of sending events.
 *
 * @param events number of events, all acknowledged
 * @param bytes total size of their keys and values
 * @param startNs when the first event was due, as {@link System#nanoTime}
 * @param endNs when the last event was acknowledged
 * @param latestNs how long after its intended time the producer had taken the worst event; 0 for a
 *     burst
 */
public record Sent(long events, long bytes, long startNs, long endNs, long latestNs) {
  private static final double NS_PER_SECOND = 1e9;

  /** Returns the time from the first event to the last acknowledgement. */
  public double seconds() {
    return (endNs - startNs) / NS_PER_SECOND;
  }

  /** Returns the acknowledged events per second. */
  public double perSecond() {
    return events / seconds();
  }
}
