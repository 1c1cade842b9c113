package io.windsock.link.interval;

import java.time.Duration;

/**
 * The threshold by formula (3) of the paper: N<sub>next</sub> = N<sub>total</sub> /
 * T<sub>total</sub> × T<sub>next</sub>. The totals are halved whenever they cover more than a
 * horizon, so that a change of the capacity shows within a few horizons; the paper's are never
 * halved.
 */
public final class MeasuredCapacity implements ThresholdRule {
  private static final double NS_PER_SECOND = 1e9;

  private final int least;
  private final int most;
  private final long horizonNs;
  private double totalRecords;
  private double totalNs;

  /**
   * Creates a rule that has measured nothing, and so returns {@code most}.
   *
   * @param least the least threshold; at least 1
   * @param most the greatest
   * @param horizon the processing time after which the totals are halved
   */
  public MeasuredCapacity(int least, int most, Duration horizon) {
    if (least < 1 || most < least || horizon.isNegative() || horizon.isZero()) {
      throw new IllegalArgumentException(
          "a threshold of " + least + " to " + most + " over " + horizon);
    }
    this.least = least;
    this.most = most;
    horizonNs = horizon.toNanos();
  }

  /** Returns a rule with default bounds and a horizon of 30 s. */
  public static MeasuredCapacity standard() {
    return new MeasuredCapacity(1_000, 200_000, Duration.ofSeconds(30));
  }

  @Override
  public int threshold(long intervalNs) {
    if (totalNs == 0) {
      return most;
    }
    double next = totalRecords / totalNs * intervalNs;
    return (int) Math.max(least, Math.min(most, next));
  }

  @Override
  public void processed(long records, long processingNs) {
    totalRecords += records;
    totalNs += processingNs;
    if (totalNs > horizonNs) {
      totalRecords /= 2;
      totalNs /= 2;
    }
  }

  /** Returns the measured capacity, records/s; 0 before the first batch. */
  public double recordsPerSecond() {
    return totalNs == 0 ? 0 : totalRecords / totalNs * NS_PER_SECOND;
  }
}
