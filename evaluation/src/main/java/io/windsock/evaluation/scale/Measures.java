package io.windsock.evaluation.scale;

/** What a run measures besides the amounts of {@link io.windsock.evaluation.capacity.Quantity}. */
final class Measures {
  /** Processor time of the first mirror, in µs per second. */
  static final String SITE_US = "site-us";

  /** Its resident memory, in bytes. */
  static final String SITE_BYTES = "site-bytes";

  /** Kilobytes per second that displays received in updates. */
  static final String DISPLAY_KB = "display-kb";

  /** Processor time of the broker, in µs per second. */
  static final String BROKER_US = "broker-us";

  /** Processor time of the topology, in µs per second. */
  static final String TOPOLOGY_US = "topology-us";

  /** Processor time of a site that answers calls, in µs per second. */
  static final String CALL_US = "call-us";

  /** Processor time of a gateway, in µs per second. */
  static final String GATEWAY_US = "gateway-us";

  /** Kilobytes per second that a gateway received and sent. */
  static final String GATEWAY_KB = "gateway-kb";

  /** Mirrors that worked. */
  static final String MIRRORS = "mirrors";

  private Measures() {}
}
