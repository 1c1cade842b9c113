package io.windsock.evaluation.lab;

import io.windsock.evaluation.node.NodeUse;

/**
 * The execution of a sequence of events.
 *
 * @param events number of events
 * @param centralSeconds until the central site had sent the last update to regular clients
 * @param seconds until, besides, every active mirror had applied what was mirrored and all requests
 *     were answered
 * @param central what the central node used meanwhile
 * @param processes what each of its processes used
 * @param compilersUs what their compilers used beside that, in µs
 * @param answered requests answered with initial state
 * @param failed requests that were not
 */
public record Execution(
    long events,
    double centralSeconds,
    double seconds,
    NodeUse central,
    CentralProcesses processes,
    long compilersUs,
    long answered,
    long failed) {
  /** Returns the processor time of the central node per event, in µs. */
  public double centralUs() {
    return (double) central.cpuUs() / events;
  }

  /** Returns the same with that of its compilers. */
  public double withCompilersUs() {
    return (double) (central.cpuUs() + compilersUs) / events;
  }

  /** Returns the compilers' processor time as a share of the central node's. */
  public double compilersShare() {
    return (double) compilersUs / central.cpuUs();
  }
}
