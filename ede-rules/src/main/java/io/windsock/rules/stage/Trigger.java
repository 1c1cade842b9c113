package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.condition.Condition;
import io.windsock.rules.history.Event;

/**
 * A compiled {@link io.windsock.rules.Match}. Immutable.
 *
 * @param type the event type
 * @param condition the condition that events must satisfy
 */
public record Trigger(EventType type, Condition condition) {
  boolean fits(Event event) {
    SchemaVersion version = event.version();
    return version != null && version.type() == type && condition.holds(event.value(), version);
  }
}
