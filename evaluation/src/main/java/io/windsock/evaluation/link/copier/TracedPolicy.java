package io.windsock.evaluation.link.copier;

import io.windsock.link.interval.BatchPlan;
import io.windsock.link.interval.BatchPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A policy that remembers its first batches. The sender's thread owns the policy; any thread may
 * read the trace.
 */
final class TracedPolicy implements BatchPolicy {
  /** How many batches it remembers: three times those of the paper's Figure 6. */
  static final int BATCHES = 60;

  private static final double NS_PER_MS = 1e6;

  private final BatchPolicy policy;
  private final List<TracedBatch> trace = new ArrayList<>();

  TracedPolicy(BatchPolicy policy) {
    this.policy = policy;
  }

  /** Returns what it has seen so far. */
  synchronized List<TracedBatch> trace() {
    return List.copyOf(trace);
  }

  @Override
  public BatchPlan plan() {
    return policy.plan();
  }

  @Override
  public void sent(long primaryNs) {
    policy.sent(primaryNs);
  }

  @Override
  public void travelled(long nowNs, long lineNs) {
    policy.travelled(nowNs, lineNs);
  }

  @Override
  public synchronized void replied(long records, long primaryNs, long costNs, long... backupNs) {
    policy.replied(records, primaryNs, costNs, backupNs);
    if (trace.size() < BATCHES) {
      trace.add(
          new TracedBatch(
              records,
              policy.plan().intervalNs() / NS_PER_MS,
              primaryNs / NS_PER_MS,
              Arrays.stream(backupNs).max().orElse(0) / NS_PER_MS));
    }
  }
}
