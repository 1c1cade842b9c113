package io.windsock.ede.definition;

import io.windsock.contracts.schema.EventType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * A derived event: its condition, the flag that records that it has been derived, and its content.
 * Immutable; shared by all threads.
 *
 * @param flag index of the flag in the state
 * @param repeats whether the flag follows the condition back to false, so that the event can be
 *     derived again
 * @param needed indexes of the state's fields that must be set before the event can be written
 * @param targets indexes of the event's fields
 * @param sources for each target, the index of the state's field that it copies
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Derivation(
    EventType type,
    Condition condition,
    int flag,
    boolean repeats,
    int[] needed,
    int[] targets,
    int[] sources) {
  /** Whether the state satisfies the condition and has all needed fields. */
  public boolean holds(GenericRecord state) {
    for (int field : needed) {
      if (state.get(field) == null) {
        return false;
      }
    }
    return condition.holds(state);
  }

  /** Returns the derived event, caused by an event at {@code eventTimeMs}. */
  public GenericRecord event(GenericRecord state, long eventTimeMs) {
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put(0, eventTimeMs);
    for (int i = 0; i < targets.length; i++) {
      event.put(targets[i], state.get(sources[i]));
    }
    return event;
  }
}
