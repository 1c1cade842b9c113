/**
 * What is done to a part of a batch on its way: compressed, then encrypted, because encrypting
 * first would leave nothing to compress; at the other side in reverse.
 *
 * <pre>
 *  part ──Compressor──▶ Packed ──SessionCipher.seal──▶ payload of a frame
 *                                  │ KeyRing: KeyFile          │ FrameHeader, authenticated
 *  part ◀──Compressor.unpack─ packed ◀──SessionCipher.open──── FrameGuard: in order, of this session
 * </pre>
 *
 * <p>{@link io.windsock.link.stage.SessionProof} proves what the sides say beside frames, at a
 * session's beginning and end; {@link io.windsock.link.stage.SessionSeed} is what makes all of it
 * of one session.
 */
@NullMarked
package io.windsock.link.stage;

import org.jspecify.annotations.NullMarked;
