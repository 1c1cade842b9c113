package io.windsock.evaluation.lab;

import io.windsock.evaluation.node.NodeUse;

/**
 * What the nodes of a laboratory have used since they started.
 *
 * @param central the processes of the central node
 * @param mirror the first mirror's node
 * @param mirrorBytes resident memory of that node at the moment
 */
public record LabUse(CentralProcesses central, NodeUse mirror, long mirrorBytes) {
  /** Returns what has been used since {@code earlier}; memory is as it is now. */
  public LabUse since(LabUse earlier) {
    return new LabUse(central.since(earlier.central), mirror.since(earlier.mirror), mirrorBytes);
  }
}
