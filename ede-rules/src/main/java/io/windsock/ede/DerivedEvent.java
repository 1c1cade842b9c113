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

  /** Its type. */
  public EventType type() {
    return type;
  }

  /** Its bytes, framed; not copied, not to be changed. */
  public byte[] value() {
    return value;
  }

  @Override
  public String toString() {
    return type + " (" + value.length + " bytes)";
  }
}
