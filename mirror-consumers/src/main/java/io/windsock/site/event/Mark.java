package io.windsock.site.event;

/**
 * A position that a client may be told: everything before it has been delivered to the client.
 *
 * @param batch number of the batch that the position is in, or at the end of
 * @param token the position as clients get it
 * @param timeMs newest event time known of, ms since the epoch; 0: none yet
 */
public record Mark(long batch, String token, long timeMs) {}
