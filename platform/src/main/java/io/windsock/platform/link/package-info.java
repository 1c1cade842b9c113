/**
 * Links over which calls and answers travel in batches, between requesters, gateways and sites.
 *
 * <pre>
 *  Call ─▶ CallLink.offer ─▶ Outbound ─batch─▶ gRPC stream ─▶ AnswerStream ─▶ CallHandler.calls
 *              │                ▲ Sweep                            │              │
 *              │                └──────── when a batch is sent ────┤              ▼
 *  LinkListener.answers ◀── MessageReader ◀──batch── Outbound ◀────┴── send ◀─ BatchBlock
 *
 *  LinkClient opens CallLinks                          LinkServer, a CallEndpoint an event loop
 * </pre>
 *
 * <p>On the wire, a link is a bidirectional stream of gRPC over HTTP/2 in clear text ({@link
 * io.windsock.platform.link.LinkNames}), whose messages are batches in Avro ({@link
 * io.windsock.contracts.query.codec}). A side that has nothing to send sends empty batches as
 * heartbeats. Each stream has a connection of its own.
 *
 * <p>Threads: each link and each stream is owned by an event loop. Nothing blocks or locks.
 */
@NullMarked
package io.windsock.platform.link;

import org.jspecify.annotations.NullMarked;
