package io.windsock.rules.condition;

import io.windsock.contracts.schema.SchemaVersion;

/** A predicate over an event's fields. Immutable; shared by all threads. */
public interface Condition {
  /** The condition that every event satisfies. */
  Condition ALWAYS = (framed, version) -> true;

  /**
   * Whether an event satisfies the condition.
   *
   * @param framed the event's framed bytes, structurally valid
   * @param version the version that its schema id names, of the type that this was compiled for
   */
  boolean holds(byte[] framed, SchemaVersion version);
}
