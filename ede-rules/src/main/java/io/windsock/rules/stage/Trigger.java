package io.windsock.rules.stage;

import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.rules.condition.Condition;
import io.windsock.rules.history.Event;

/**
 * A {@link io.windsock.rules.Match}, compiled. Immutable.
 *
 * @param type the events' type
 * @param condition what they must satisfy
 */
public record Trigger(EventType type, Condition condition) {
  boolean fits(Event event) {
    SchemaVersion version = event.version();
    return version != null && version.type() == type && condition.holds(event.value(), version);
  }
}
