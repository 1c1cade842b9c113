/**
 * An open-loop load of calls, at gateways or sites.
 *
 * <pre>
 *  plan.CallSchedule ──intended time──▶ Pacer (one thread) ──▶ Requester: LinkRequester ──▶ WindsockClient ──▶ links
 *  plan.Questions ───────────────────────▲                              HttpRequester ──▶ GET /v1/query/…
 *                                                                       │ one outcome a call
 *  CallsRun ── Ceiling, warm-up, Actions, result ◀── Tally ◀────────────┘
 * </pre>
 *
 * <p>Each call is sent at its time, whatever became of those before it, and its latency runs from
 * that time; so a server that stalls shows in the figures (coordinated omission).
 */
@NullMarked
package io.windsock.testbed.calls;

import org.jspecify.annotations.NullMarked;
