package io.windsock.ede;

import io.windsock.contracts.schema.EventType;

/**
 * An event that the EDE derived from the state of a key.
 *
 * @param value the event's framed bytes; not copied, and not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DerivedEvent(EventType type, byte[] value) {
  @Override
  public String toString() {
    return type + " (" + value.length + " bytes)";
  }
}
