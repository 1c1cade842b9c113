package io.windsock.ede;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * A derived event: its condition, the flag that records that it has been derived, and its content.
 * Immutable; shared by all threads.
 */
final class Derivation {
  final EventType type;
  final Condition condition;
  final int flag;

  /**
   * Whether the flag follows the condition back to false, so that the event can be derived again.
   */
  final boolean repeats;

  /** Indexes of the state's fields that must be set before the event can be written. */
  final int[] needed;

  private final int[] targets;
  private final int[] sources;

  Derivation(
      EventType type,
      Condition condition,
      int flag,
      boolean repeats,
      int[] needed,
      int[] targets,
      int[] sources) {
    this.type = type;
    this.condition = condition;
    this.flag = flag;
    this.repeats = repeats;
    this.needed = needed;
    this.targets = targets;
    this.sources = sources;
  }

  /** Whether the state satisfies the condition and has all needed fields. */
  boolean holds(GenericRecord state) {
    for (int field : needed) {
      if (state.get(field) == null) {
        return false;
      }
    }
    return condition.holds(state);
  }

  /** Returns the derived event, caused by an event at {@code eventTimeMs}. */
  DerivedEvent event(GenericRecord state, long eventTimeMs, EventCodec codec) {
    GenericRecord event = new GenericData.Record(type.current().schema());
    event.put(0, eventTimeMs);
    for (int i = 0; i < targets.length; i++) {
      event.put(targets[i], state.get(sources[i]));
    }
    return new DerivedEvent(type, codec.encode(type, event));
  }
}
