package io.windsock.gateway;

/**
 * The phase of a gateway's life.
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
  /** Is about to stop: it waits for the outcomes of its pending calls. */
  DRAINING,
  /** Serves no calls, because another member has its name. */
  STOPPED,
  /** Has ended. */
  CLOSED
}
