package io.windsock.gateway.core;

import java.util.EnumMap;
import java.util.Map;

/** Counts by the values of an enumeration, without boxing. Owned by the core's thread. */
final class Tally<E extends Enum<E>> {
  private final Class<E> type;
  private final Map<E, long[]> counts;

  Tally(Class<E> type) {
    this.type = type;
    this.counts = new EnumMap<>(type);
    for (E value : type.getEnumConstants()) {
      counts.put(value, new long[1]);
    }
  }

  void add(E value) {
    count(value)[0]++;
  }

  long get(E value) {
    return count(value)[0];
  }

  private long[] count(E value) {
    long[] count = counts.get(value);
    if (count == null) {
      throw new IllegalStateException("no count of " + value);
    }
    return count;
  }

  /** Returns a copy. */
  Map<E, Long> all() {
    Map<E, Long> all = new EnumMap<>(type);
    counts.forEach((value, count) -> all.put(value, count[0]));
    return all;
  }
}
