package io.windsock.link.pipeline;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * How long each stage takes for a batch, as an exponential mean over the last ones. Each stage has
 * one writer at a time; any thread may read.
 */
public final class StageTimes {
  /** The weight of the latest batch. */
  private static final double LATEST = 0.1;

  private final Map<StageName, Means> stages = new EnumMap<>(StageName.class);

  /** What is known of a stage. */
  private static final class Means {
    private volatile long ns;
    private volatile long workNs;
  }

  /** Creates times of stages that have not been measured. */
  public StageTimes() {
    for (StageName stage : StageName.values()) {
      stages.put(stage, new Means());
    }
  }

  private Means means(StageName stage) {
    return Objects.requireNonNull(stages.get(stage));
  }

  /** Adds the time of a batch in a stage. */
  public void add(StageName stage, long ns) {
    add(stage, ns, 1, 1);
  }

  /**
   * Adds the time of a batch in a stage.
   *
   * @param pieces into how many pieces the work was divided
   * @param threads how many threads worked on them
   */
  void add(StageName stage, long ns, int pieces, int threads) {
    Means means = means(stage);
    means.ns = mixed(means.ns, ns);
    means.workNs = mixed(means.workNs, ns * Math.min(pieces, threads));
  }

  private static long mixed(long before, long latest) {
    return before == 0 ? latest : Math.round((1 - LATEST) * before + LATEST * latest);
  }

  /** Returns the mean of a stage, ns; 0 if it has not been measured. */
  public long meanNs(StageName stage) {
    return means(stage).ns;
  }

  /** Returns what a stage would take on one thread, about, ns; 0 if it has not been measured. */
  long workNs(StageName stage) {
    return means(stage).workNs;
  }
}
