package io.windsock.ede;

import io.windsock.contracts.schema.EventType;

/** An event that the EDE derived from the state of a key. */
public final class DerivedEvent {
  private final EventType type;
  private final byte[] value;

  DerivedEvent(EventType type, byte[] value) {
    this.type = type;
    this.value = value;
  }

  /** Returns the event's type. */
  public EventType type() {
    return type;
  }

  /** Returns the event's framed bytes; not copied, and not to be changed. */
  public byte[] value() {
    return value;
  }

  @Override
  public String toString() {
    return type + " (" + value.length + " bytes)";
  }
}
