/**
 * The core of a gateway, after Friedman and Birman, "Using group communication technology to
 * implement a reliable and scalable distributed IN coprocessor": messages and ticks in, messages
 * out. Pure: no threads, clocks, input or output.
 *
 * <pre>
 *  call ──▶ GatewayCore ──▶ CallFlow ──▶ Admission ──no──▶ relay INVALID or BUSY
 *                              │ Pending, in PendingCalls and the Wheel
 *                              ├── primary: Dispatch ──▶ send(site)
 *                              └── backup: holds it
 *  answer ─▶ GatewayCore ──▶ CallFlow ──▶ Judge ──final──▶ Outcomes: relay, cancel the losers
 *                              └── refused ──▶ Dispatch ──▶ send(next site), or relay
 *  tick ───▶ GatewayCore ──▶ members silent? ──▶ CallFlow.excluded ──▶ send(another site)
 *                └── Wheel ──▶ CallFlow.due ──▶ reissue early or at half, or Outcomes: relay LATE
 * </pre>
 */
@NullMarked
package io.windsock.gateway.core;

import org.jspecify.annotations.NullMarked;
