package io.windsock.rules.condition;

import io.windsock.contracts.schema.SchemaVersion;

/** A question to an event's fields. Immutable; for all threads. */
public interface Condition {
  /** Holds for every event. */
  Condition ALWAYS = (framed, version) -> true;

  /**
   * Whether it holds for an event.
   *
   * @param framed its framed bytes, structurally valid
   * @param version what its schema id names: a version of the type that this was compiled for
   */
  boolean holds(byte[] framed, SchemaVersion version);
}
