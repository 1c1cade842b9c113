package io.windsock.site.event;

/**
 * An update as sent to clients, without its id. Immutable; shared by all of them.
 *
 * @param key the conflation key: the key, or type and key for a derived event
 * @param payload the event's lines, without the id and the terminating empty line; shared, and must
 *     not be modified
 * @param batch the number of the event's batch
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Event(String key, byte[] payload, long batch) {}
