package io.windsock.evaluation.lab;

/**
 * Processor time of the central node's processes since they started, without that of their
 * compilers, in µs, with a resolution of 10 ms.
 *
 * @param brokerUs the broker
 * @param topologyUs the topology
 * @param siteUs the central site
 */
public record CentralProcesses(long brokerUs, long topologyUs, long siteUs) {
  CentralProcesses since(CentralProcesses earlier) {
    return new CentralProcesses(
        brokerUs - earlier.brokerUs, topologyUs - earlier.topologyUs, siteUs - earlier.siteUs);
  }

  /** Returns the sum, in µs. */
  public long totalUs() {
    return brokerUs + topologyUs + siteUs;
  }
}
