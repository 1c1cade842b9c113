package io.windsock.link.stage;

/**
 * A part as it is sent, before encryption.
 *
 * @param codec how it is compressed; {@link Codec#PLAIN} if it would not shrink
 * @param bytes the compressed bytes
 * @param plainBytes how many bytes it had before
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Packed(Codec codec, byte[] bytes, int plainBytes) {}
