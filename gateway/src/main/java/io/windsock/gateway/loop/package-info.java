/**
 * The event loop that owns the core of a gateway.
 *
 * <pre>
 *  any thread ──▶ LoopCalls ──▶ Intake, a queue ──one wake-up──▶ DirectCallers ─┐
 *  a requester's link ──────────────────────────────────────────────────────────┴─▶ CoreLoop ──▶ GatewayCore
 *  a site's link ──▶ CoreLoop.answers ──▶ GatewayCore ──relay──▶ Recipient ──flush──▶ link or event loop
 * </pre>
 *
 * <p>The outcomes that one batch causes are passed on together: each entry to {@code CoreLoop} ends
 * with a flush of the recipients that it has given outcomes.
 */
@NullMarked
package io.windsock.gateway.loop;

import org.jspecify.annotations.NullMarked;
