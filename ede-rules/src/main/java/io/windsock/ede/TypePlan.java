package io.windsock.ede;

import io.windsock.contracts.schema.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The effect of one event type on a state, as arrays of indexes. A value's <i>slot</i> is its index
 * among the fields that the EDE reads from such an event. Immutable; shared by all threads.
 */
final class TypePlan {
  final EventType type;

  /** For each slot, the index of the event's field. */
  final int[] eventFields;

  final Write[] writes;

  /** Indexes of the flags that the event sets to true. */
  final int[] raised;

  TypePlan(EventType type, int[] eventFields, Write[] writes, int[] raised) {
    this.type = type;
    this.eventFields = eventFields;
    this.writes = writes;
    this.raised = raised;
  }

  /** Fields that are set together under one clock: a group, or a single field. */
  static final class Write {
    static final int CONSTANT = -1;

    final Clock clock;

    /** Whether nulls are written; a single field is not set by a null. */
    final boolean always;

    /** Indexes in the state. */
    final int[] targets;

    /** For each target, the slot of its value, or {@link #CONSTANT}. */
    final int[] slots;

    /** For each target, its constant value, if any. */
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
