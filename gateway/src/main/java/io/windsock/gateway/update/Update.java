package io.windsock.gateway.update;

/**
 * An update to be written. Immutable.
 *
 * @param id identifies it; a record with the same id is taken once
 * @param stream the stream that it belongs to
 * @param key the key that it is about
 * @param value the event, framed Avro; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Update(String id, String stream, String key, byte[] value) {}
