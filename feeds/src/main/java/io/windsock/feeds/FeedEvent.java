package io.windsock.feeds;

import io.windsock.contracts.schema.EventType;

/**
 * One event of a feed, ready to be sent.
 *
 * @param type the event type; {@code type.stream()} determines its source topic
 * @param key the flight leg, or whatever key the domain uses; never empty
 * @param eventTimeMs the event time in ms since the epoch, equal to the one in the value
 * @param value framed Avro; the receiver may keep it and must not change it
 */
// Carries bytes on the per-record path; instances are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record FeedEvent(EventType type, String key, long eventTimeMs, byte[] value) {}
