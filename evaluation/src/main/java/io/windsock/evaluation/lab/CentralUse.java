package io.windsock.evaluation.lab;

import io.windsock.evaluation.node.NodeUse;

/**
 * What the central node has used since it started.
 *
 * @param node the node, within its quota
 * @param processes each of its processes
 * @param compilersUs the compilers beside that, in µs
 */
record CentralUse(NodeUse node, CentralProcesses processes, long compilersUs) {
  static CentralUse of(Cluster cluster) {
    return new CentralUse(
        cluster.centralNode().use(),
        cluster.centralProcesses(),
        cluster.centralNode().compilersUs());
  }

  /** Returns what has been used since {@code earlier}. */
  CentralUse since(CentralUse earlier) {
    return new CentralUse(
        node.since(earlier.node),
        processes.since(earlier.processes),
        compilersUs - earlier.compilersUs);
  }
}
