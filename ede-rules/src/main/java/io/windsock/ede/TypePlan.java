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

  final Write[] groups;
  final Write[] fields;

  /** Places of the flags that it sets to true. */
  final int[] raised;

  TypePlan(EventType type, int[] eventFields, Write[] groups, Write[] fields, int[] raised) {
    this.type = type;
    this.eventFields = eventFields;
    this.groups = groups;
    this.fields = fields;
    this.raised = raised;
  }

  /** Fields set together under one clock. A field of its own is a write of one value. */
  static final class Write {
    static final int CONSTANT = -1;

    final Clock clock;

    /** Places in the state. */
    final int[] targets;

    /** For each target the slot of its value, or {@link #CONSTANT}. */
    final int[] slots;

    /** For each target its value, where it is a constant. */
    final @Nullable Object[] constants;

    Write(Clock clock, int[] targets, int[] slots, @Nullable Object[] constants) {
      this.clock = clock;
      this.targets = targets;
      this.slots = slots;
      this.constants = constants;
    }
  }
}
