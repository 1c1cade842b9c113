package io.windsock.site.event;

/**
 * A position that can be sent to a client, to which everything before it has been delivered.
 *
 * @param batch number of the batch that contains or ends at the position
 * @param token the position's token in the form sent to clients
 * @param timeMs the newest event time known, ms since the epoch; 0 if none
 */
public record Mark(long batch, String token, long timeMs) {}
