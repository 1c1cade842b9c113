package io.windsock.ede;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which clock stands where in a state's {@code clocks}: in the order of the state's fields, so that
 * the order of {@code ede.yaml} does not matter. A group counts as its first field.
 */
final class ClockSlots {
  private final TreeSet<Integer> fields = new TreeSet<>();
  private final Map<Integer, Integer> slots = new HashMap<>();

  /** Asks for a clock for the field at this place. Before any {@link #clock}. */
  void add(int field) {
    fields.add(field);
  }

  /** Deals the slots. */
  void assign() {
    for (int field : fields) {
      slots.put(field, slots.size());
    }
  }

  /** The clock of the field at this place. */
  Clock clock(int field) {
    return Clock.inSlot(slots.getOrDefault(field, 0));
  }

  int count() {
    return fields.size();
  }
}
