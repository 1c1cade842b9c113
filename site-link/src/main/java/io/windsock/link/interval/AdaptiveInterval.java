package io.windsock.link.interval;

/**
 * The adaptive interval of the paper: it approaches the times of the primary and the backup stage,
 * so that the faster site waits for the slower one instead of filling its queues. Figure 2 and
 * formulas (1) and (2) of section 3.2. Where that is so short that the batches overload the line,
 * it is longer: {@link LineFloor}.
 */
public final class AdaptiveInterval implements BatchPolicy {
  private final IntervalSettings settings;
  private final ThresholdRule rule;
  private final LineFloor line = new LineFloor();
  private double intervalNs;

  /** Creates a policy that begins with the initial interval. */
  public AdaptiveInterval(IntervalSettings settings, ThresholdRule rule) {
    this.settings = settings;
    this.rule = rule;
    intervalNs = settings.initial().toNanos();
  }

  @Override
  public BatchPlan plan() {
    long ns = intervalInForceNs();
    return new BatchPlan(ns, rule.threshold(ns));
  }

  private long intervalInForceNs() {
    long least = Math.max(line.floorNs(), rule.leastIntervalNs());
    return Math.min(settings.max().toNanos(), Math.max(Math.round(intervalNs), least));
  }

  @Override
  public void travelled(long nowNs, long lineNs) {
    line.replied(nowNs, lineNs, intervalInForceNs());
  }

  /** Formula (1), for each stage of the primary site (section 3.3). */
  @Override
  public void sent(long primaryNs) {
    approach(settings.alpha(), primaryNs);
  }

  /**
   * Formula (2), for each stage of the backup site; and formula (3), whose processing time is that
   * of the slowest stage, without what went to other batches.
   */
  @Override
  public void replied(long records, long primaryNs, long costNs, long... backupNs) {
    for (long stageNs : backupNs) {
      approach(settings.beta(), stageNs);
    }
    rule.processed(records, Math.max(primaryNs, costNs));
  }

  private void approach(double factor, long stageNs) {
    double next = (1 - factor) * intervalNs + factor * stageNs;
    double minNs = settings.min().toNanos();
    double maxNs = settings.max().toNanos();
    intervalNs = Math.max(minNs, Math.min(maxNs, next));
  }
}
