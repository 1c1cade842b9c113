/**
 * The event loop that owns the core of a gateway.
 *
 * <pre>
 *  any thread ──▶ LoopCalls ──▶ Intake, a queue ──one wake-up──▶ Askers ──┐
 *  a requester's link ───────────────────────────────────────────────────┴─▶ CoreLoop ──▶ GatewayCore
 *  a site's link ──▶ CoreLoop.answers ──▶ GatewayCore ──relay──▶ Recipient ──flush──▶ link or event loop
 * </pre>
 *
 * <p>What one batch causes is handed on together: each entry of {@code CoreLoop} ends with a flush
 * of the recipients that it has given outcomes.
 */
@NullMarked
package io.windsock.gateway.loop;

import org.jspecify.annotations.NullMarked;
