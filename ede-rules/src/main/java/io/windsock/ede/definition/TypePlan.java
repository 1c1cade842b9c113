package io.windsock.ede.definition;

import io.windsock.contracts.schema.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The effect of one event type on a state, as arrays of indexes. A value's <i>slot</i> is its index
 * among the fields that the EDE reads from such an event. Immutable; shared by all threads.
 *
 * @param eventFields for each slot, the index of the event's field
 * @param raised indexes of the flags that the event sets to true
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TypePlan(EventType type, int[] eventFields, Write[] writes, int[] raised) {
  /** The slot of a constant value. */
  public static final int CONSTANT = -1;

  /**
   * Fields that are set together under one clock: a group, or a single field.
   *
   * @param always whether nulls are written; a single field is not set by a null
   * @param targets indexes in the state
   * @param slots for each target, the slot of its value, or {@link #CONSTANT}
   * @param constants for each target, its constant value, if any
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Write(
      Clock clock, boolean always, int[] targets, int[] slots, @Nullable Object[] constants) {}
}
