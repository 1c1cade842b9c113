package io.windsock.ede;

import io.windsock.contracts.schema.EventType;
import org.jspecify.annotations.Nullable;

/**
 * What events of one type do to a state, as arrays of places. A value's <i>slot</i> is its index
 * among the fields that the EDE reads of such an event. Immutable; shared by all threads.
 */
final class TypePlan {
  final EventType type;

  /** For each slot, the place of the event's field. */
  final int[] eventFields;

  final Write[] writes;

  /** Places of the flags that it sets to true. */
  final int[] raised;

  TypePlan(EventType type, int[] eventFields, Write[] writes, int[] raised) {
    this.type = type;
    this.eventFields = eventFields;
    this.writes = writes;
    this.raised = raised;
  }

  /** Fields set together under one clock: a group, or one field on its own. */
  static final class Write {
    static final int CONSTANT = -1;

    final Clock clock;

    /** Whether it sets nulls; a field on its own is not set by a null. */
    final boolean always;

    /** Places in the state. */
    final int[] targets;

    /** For each target the slot of its value, or {@link #CONSTANT}. */
    final int[] slots;

    /** For each target its value, where it is a constant. */
    final @Nullable Object[] constants;

    Write(Clock clock, boolean always, int[] targets, int[] slots, @Nullable Object[] constants) {
      this.clock = clock;
      this.always = always;
      this.targets = targets;
      this.slots = slots;
      this.constants = constants;
    }
  }
}
