package io.windsock.link.interval;

/**
 * Sends as much as there is, as soon as the previous batch is sent. For comparison: it coordinates
 * the two sites by exhausting the resources of one of them (section 3.2 of the paper).
 *
 * @param threshold the most records of a batch
 */
public record BestEffort(int threshold) implements BatchPolicy {
  @Override
  public BatchPlan plan() {
    return new BatchPlan(0, threshold);
  }

  @Override
  public void sent(long primaryNs) {}

  @Override
  public void replied(long records, long primaryNs, long costNs, long... backupNs) {}
}
