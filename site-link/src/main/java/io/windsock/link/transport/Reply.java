package io.windsock.link.transport;

/**
 * A reply as it arrived.
 *
 * @param ack what was said
 * @param code proves that the receiver has said it, which is yet to be checked
 * @param arrivedNs when it arrived, as {@link System#nanoTime}: it may be taken later
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Reply(Ack ack, byte[] code, long arrivedNs) {}
