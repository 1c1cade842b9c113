package io.windsock.link.pipeline;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long each stage takes for a batch, as an exponential mean over the last ones. Each stage has
 * one writer at a time; any thread may read.
 */
public final class StageTimes {
  /** The weight of the latest batch. */
  private static final double LATEST = 0.1;

  private final Map<StageName, AtomicLong> means = new EnumMap<>(StageName.class);

  /** Creates times of stages that have not been measured. */
  public StageTimes() {
    for (StageName stage : StageName.values()) {
      means.put(stage, new AtomicLong());
    }
  }

  private AtomicLong mean(StageName stage) {
    return Objects.requireNonNull(means.get(stage));
  }

  /** Adds the time of a batch in a stage. */
  public void add(StageName stage, long ns) {
    AtomicLong mean = mean(stage);
    long before = mean.get();
    mean.set(before == 0 ? ns : Math.round((1 - LATEST) * before + LATEST * ns));
  }

  /** Returns the mean of a stage, ns; 0 if it has not been measured. */
  public long meanNs(StageName stage) {
    return mean(stage).get();
  }
}
