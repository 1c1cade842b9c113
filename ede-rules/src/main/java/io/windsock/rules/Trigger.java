package io.windsock.rules;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.condition.Condition;

/** A {@link Match}, compiled. Immutable. */
record Trigger(EventType type, Condition condition) {
  boolean fits(Event event) {
    SchemaVersion version = event.version();
    return version != null && version.type() == type && condition.holds(event.value(), version);
  }
}
