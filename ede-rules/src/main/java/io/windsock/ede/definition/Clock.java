package io.windsock.ede.definition;

/**
 * The place of the event time of a value: a field of the state, or a slot in its {@code clocks}.
 *
 * @param field index of the state's field; {@link #NONE} if the time is in {@code clocks}
 * @param slot index in {@code clocks}; {@link #NONE} if the time is in a field
 */
public record Clock(int field, int slot) {
  /** No index. */
  public static final int NONE = -1;

  /** The time of a value that was never set: older than any event. */
  public static final long NEVER = Long.MIN_VALUE;
}
