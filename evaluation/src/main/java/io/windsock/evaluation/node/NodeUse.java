package io.windsock.evaluation.node;

/**
 * Processor time that a node has used since it was created.
 *
 * @param cpuUs processor time of all its processes, in µs
 * @param periods periods of the quota in which the node had work
 * @param throttled periods in which the node used up its quota and waited
 * @param throttledUs how long it waited in total, in µs
 */
public record NodeUse(long cpuUs, long periods, long throttled, long throttledUs) {
  /** Returns what has been used since {@code earlier}. */
  public NodeUse since(NodeUse earlier) {
    return new NodeUse(
        cpuUs - earlier.cpuUs,
        periods - earlier.periods,
        throttled - earlier.throttled,
        throttledUs - earlier.throttledUs);
  }

  /** Returns the share of periods in which the node was throttled, 0 to 1. */
  public double throttledShare() {
    return periods == 0 ? 0 : (double) throttled / periods;
  }
}
