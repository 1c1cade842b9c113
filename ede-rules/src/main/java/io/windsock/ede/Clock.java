package io.windsock.ede;

/**
 * Where the event time behind a value stands: in a field of the state, or in its {@code clocks}.
 *
 * @param field place of the state's field; {@link #NONE} if it is kept in {@code clocks}
 * @param slot index in {@code clocks}; {@link #NONE} if it is a field
 */
record Clock(int field, int slot) {
  static final int NONE = -1;

  /** The time of what has never been set: older than any event. */
  static final long NEVER = Long.MIN_VALUE;

  static Clock inField(int field) {
    return new Clock(field, NONE);
  }

  static Clock inSlot(int slot) {
    return new Clock(NONE, slot);
  }
}
