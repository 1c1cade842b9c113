package io.windsock.link.interval;

import java.time.Duration;

/** An interval and a threshold that never change, for comparison. */
public final class FixedBatch implements BatchPolicy {
  private final BatchPlan plan;

  /**
   * Creates the policy.
   *
   * @param interval the interval; not negative
   * @param threshold the most records of a batch; at least 1
   */
  public FixedBatch(Duration interval, int threshold) {
    if (interval.isNegative() || threshold < 1) {
      throw new IllegalArgumentException(
          "a fixed batch of " + threshold + " records every " + interval);
    }
    plan = new BatchPlan(interval.toNanos(), threshold);
  }

  @Override
  public BatchPlan plan() {
    return plan;
  }

  @Override
  public void sent(long primaryNs) {}

  @Override
  public void replied(long records, long primaryNs, long costNs, long... backupNs) {}
}
