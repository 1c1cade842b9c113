package io.windsock.link.transport;

/**
 * A reply as it arrived.
 *
 * @param ack what the receiver said
 * @param arrivedNs when it arrived, as {@link System#nanoTime}: it may be taken later
 */
public record Reply(Ack ack, long arrivedNs) {}
