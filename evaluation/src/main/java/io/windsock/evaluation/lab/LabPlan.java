package io.windsock.evaluation.lab;

/**
 * The nodes of a laboratory.
 *
 * @param mirrors number of mirror nodes
 * @param centralCpus quota of the central node, in processors
 * @param mirrorCpus quota of each mirror node, in processors
 * @param partitions partitions of every topic
 * @param keys keys of the events
 */
public record LabPlan(
    int mirrors, double centralCpus, double mirrorCpus, int partitions, int keys) {
  /** Returns the plan of most experiments. */
  public static LabPlan standard(int mirrors) {
    return new LabPlan(mirrors, 0.6, 0.2, 2, 200);
  }

  /** Returns this plan with other quotas. */
  public LabPlan withCpus(double central, double mirror) {
    return new LabPlan(mirrors, central, mirror, partitions, keys);
  }

  /** Returns this plan with the quotas of another. */
  LabPlan withCpus(LabPlan other) {
    return withCpus(other.centralCpus, other.mirrorCpus);
  }

  /** Returns this plan with quotas that are so many times as large. */
  public LabPlan withMoreCpus(double times) {
    return withCpus(times * centralCpus, times * mirrorCpus);
  }
}
