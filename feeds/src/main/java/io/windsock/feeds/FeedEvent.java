package io.windsock.feeds;

import io.windsock.contracts.schema.EventType;

/**
 * One event of a feed, ready to be sent.
 *
 * @param type its type; {@code type.stream()} says which source topic it belongs to
 * @param key the flight leg (or what the domain keys by); never empty
 * @param eventTimeMs when it happened at its source, ms since the epoch; the value holds the same
 * @param value framed Avro; the receiver may keep it and must not change it
 */
// A carrier of bytes on the per-record path; nobody compares two of them.
@SuppressWarnings("ArrayRecordComponent")
public record FeedEvent(EventType type, String key, long eventTimeMs, byte[] value) {}
