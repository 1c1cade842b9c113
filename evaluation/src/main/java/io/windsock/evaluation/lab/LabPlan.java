package io.windsock.evaluation.lab;

import io.windsock.evaluation.node.Node;
import java.util.List;
import java.util.stream.Stream;

/**
 * The nodes of a laboratory.
 *
 * @param mirrors number of mirror nodes
 * @param centralCpus quota of the central node, in processors
 * @param mirrorCpus quota of each mirror node, in processors
 * @param partitions partitions of every topic
 * @param keys keys of the events
 * @param quick whether nodes are to start soon rather than run fast
 */
public record LabPlan(
    int mirrors, double centralCpus, double mirrorCpus, int partitions, int keys, boolean quick) {
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /** A tenth of the usual calls: JVMs have compiled what they need within minutes, not hours. */
  private static final String COMPILE_SOON = "-XX:CompileThresholdScaling=0.1";

  /** Creates a plan of nodes that are to run fast. */
  public LabPlan(int mirrors, double centralCpus, double mirrorCpus, int partitions, int keys) {
    this(mirrors, centralCpus, mirrorCpus, partitions, keys, false);
  }

  /** Returns the plan of most experiments. */
  public static LabPlan standard(int mirrors) {
    return new LabPlan(mirrors, 0.6, 0.2, 2, 200);
  }

  /**
   * Returns how many mirrors work.
   *
   * @param wanted how many a setting asks for
   * @param withoutEffect whether all settings are to be alike
   */
  int working(int wanted, boolean withoutEffect) {
    return withoutEffect ? mirrors : wanted;
  }

  /** Returns this plan with other quotas. */
  public LabPlan withCpus(double central, double mirror) {
    return new LabPlan(mirrors, central, mirror, partitions, keys, quick);
  }

  /** Returns this plan with the quotas of another. */
  LabPlan withCpus(LabPlan other) {
    return withCpus(other.centralCpus, other.mirrorCpus);
  }

  /** Returns this plan with nodes that are to start soon, if {@code quick} is true. */
  public LabPlan withQuick(boolean quick) {
    return new LabPlan(mirrors, centralCpus, mirrorCpus, partitions, keys, quick);
  }

  /** Returns the options of the nodes' JVMs. */
  List<String> jvm() {
    return Stream.concat(Node.JVM.stream(), Stream.of(quick ? FIRST_COMPILER : COMPILE_SOON))
        .toList();
  }

  /** Returns this plan with quotas that are so many times as large. */
  public LabPlan withMoreCpus(double times) {
    return withCpus(times * centralCpus, times * mirrorCpus);
  }
}
