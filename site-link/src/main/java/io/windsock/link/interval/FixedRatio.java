package io.windsock.link.interval;

/**
 * A fixed ratio of threshold to interval: however the interval adapts, the link takes no more than
 * this rate, which fixes what it takes of the machine and the line (section 3.2 of the paper, QoS).
 *
 * @param recordsPerSecond the rate; greater than 0
 */
public record FixedRatio(double recordsPerSecond) implements ThresholdRule {
  private static final double NS_PER_SECOND = 1e9;

  /** Checks the rate. */
  public FixedRatio {
    if (!(recordsPerSecond > 0)) {
      throw new IllegalArgumentException("a rate of " + recordsPerSecond + " records/s");
    }
  }

  @Override
  public int threshold(long intervalNs) {
    double next = recordsPerSecond * intervalNs / NS_PER_SECOND;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, next));
  }

  @Override
  public long leastIntervalNs() {
    return (long) Math.ceil(NS_PER_SECOND / recordsPerSecond);
  }

  @Override
  public void processed(long records, long processingNs) {}
}
