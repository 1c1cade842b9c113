package io.windsock.link.transport;

import io.windsock.link.stage.FrameHeader;

/**
 * A frame: one part of a batch, encrypted.
 *
 * @param header what is known of it without decrypting it
 * @param aad the header's bytes as they were sent, which are authenticated with the payload
 * @param payload the encrypted bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Frame(FrameHeader header, byte[] aad, byte[] payload) {}
