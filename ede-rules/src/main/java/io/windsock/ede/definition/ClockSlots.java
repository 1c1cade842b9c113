package io.windsock.ede.definition;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Assigns the slots in a state's {@code clocks}. They follow the order of the state's fields, so
 * the order of {@code ede.yaml} does not matter. A group counts as its first field.
 */
final class ClockSlots {
  private final TreeSet<Integer> fields = new TreeSet<>();
  private final Map<Integer, Integer> slots = new HashMap<>();

  /** Requests a clock for the field at this index. Call before any {@link #clock}. */
  void add(int field) {
    fields.add(field);
  }

  /** Assigns the slots. */
  void assign() {
    for (int field : fields) {
      slots.put(field, slots.size());
    }
  }

  /** Returns the clock of the field at this index. */
  Clock clock(int field) {
    return new Clock(Clock.NONE, slots.getOrDefault(field, 0));
  }

  int count() {
    return fields.size();
  }
}
