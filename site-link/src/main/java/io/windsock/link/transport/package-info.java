/**
 * The line between the sites: a bidirectional stream of gRPC over HTTP/2, in TLS 1.3 with
 * certificates at both sides.
 *
 * <pre>
 *  FrameClient ─▶ FrameSession ── Open, Frame … ──▶ FrameStream ─▶ FrameHandler      FrameServer
 *                      ▲  challenge, Opened, Ack …      │
 *                      └────────────────────────────────┘
 * </pre>
 *
 * <p>Whoever ends TLS can write what it likes, so each message is proven or encrypted with a key of
 * the link, for this stream alone: the receiver sends random bytes first, and the sender answers.
 *
 * <p>{@link io.windsock.link.transport.Messages} has the messages, in Avro. A session that is lost
 * is not resumed: the sender opens another one, which begins where the target is.
 */
@NullMarked
package io.windsock.link.transport;

import org.jspecify.annotations.NullMarked;
