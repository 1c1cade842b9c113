/**
 * Queries over HTTP, which are calls of the gateway: answered within a deadline, and none older
 * than the client has seen.
 *
 * <pre>
 *  Exchange ──▶ QueryEndpoint (one an event loop) ──Call──▶ Calls
 *                 │  QueryReader: key, view, deadline, position   │
 *                 │    with ViewNames, as a site lists them          │
 *                 │  Callers: the connection; PendingIds             │
 *                 └──▶ QueryReply ◀────────────────────Answer────────┘
 * </pre>
 */
@NullMarked
package io.windsock.gateway.http.query;

import org.jspecify.annotations.NullMarked;
