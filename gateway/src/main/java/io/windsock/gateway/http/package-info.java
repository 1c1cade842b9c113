/**
 * A gateway's HTTP server: queries with a deadline, the pass-through of views, states, update
 * streams and pages, the gateway's status, and the drain of a site. All HTTP of a gateway comes
 * through it, so TLS and authentication have one place.
 *
 * <pre>
 *  socket ──▶ HttpService ──▶ Dispatcher ──▶ QueryEndpoint ──Call──▶ Calls (the gateway)   (package query)
 *                                 ├──▶ PassThrough ──▶ sites                             (package pass)
 *                                 ├──▶ UpdateEndpoint ──▶ Updates ──▶ source topics
 *                                 ├──▶ StatusEndpoint ◀── GatewayStatus
 *                                 └──▶ DrainEndpoint ──▶ Calls
 * </pre>
 *
 * <p>Threads: event loops, which own connections, callers and passed requests; workers, which write
 * long answers.
 */
@NullMarked
package io.windsock.gateway.http;

import org.jspecify.annotations.NullMarked;
