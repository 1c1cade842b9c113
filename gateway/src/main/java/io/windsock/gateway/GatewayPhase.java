package io.windsock.gateway;

/**
 * Where a gateway is in its life.
 *
 * <pre>
 *  STARTING ◀──sites that take calls──▶ READY ──stop──▶ DRAINING ──▶ CLOSED
 *      └───────────── name taken ─────────┴──▶ STOPPED
 * </pre>
 */
public enum GatewayPhase {
  /** No site takes its calls: none was found yet, or all are lost. */
  STARTING,
  /** Serves calls. */
  READY,
  /** Is about to stop: it ends the calls that it has. */
  DRAINING,
  /** Serves no calls, because its name is another's. */
  STOPPED,
  /** Has ended. */
  CLOSED
}
