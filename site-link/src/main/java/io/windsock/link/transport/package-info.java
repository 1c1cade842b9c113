/**
 * The line between the sites: a bidirectional stream of gRPC over HTTP/2, in TLS 1.3 with
 * certificates at both sides.
 *
 * <pre>
 *  FrameClient ─▶ FrameSession ── Open, Frame … ──▶ FrameStream ─▶ FrameHandler      FrameServer
 *                      ▲  Opened, Ack …, Alive          │
 *                      └────────────────────────────────┘
 * </pre>
 *
 * <p>{@link io.windsock.link.transport.Messages} has the messages, in Avro. A session that is lost
 * is not resumed: the sender opens another one, which begins where the target is.
 */
@NullMarked
package io.windsock.link.transport;

import org.jspecify.annotations.NullMarked;
