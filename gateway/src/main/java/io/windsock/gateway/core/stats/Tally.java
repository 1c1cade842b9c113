package io.windsock.gateway.core.stats;

import java.util.EnumMap;
import java.util.Map;

/** Counts by the values of an enumeration, without boxing. Owned by the core's thread. */
public final class Tally<E extends Enum<E>> {
  private final Class<E> type;
  private final Map<E, long[]> counts;

  /** Creates counts of zero for each value of {@code type}. */
  public Tally(Class<E> type) {
    this.type = type;
    this.counts = new EnumMap<>(type);
    for (E value : type.getEnumConstants()) {
      counts.put(value, new long[1]);
    }
  }

  /** Counts one more. */
  public void add(E value) {
    count(value)[0]++;
  }

  /** Returns the count of a value. */
  public long get(E value) {
    return count(value)[0];
  }

  private long[] count(E value) {
    long[] count = counts.get(value);
    if (count == null) {
      throw new IllegalStateException("no count of " + value);
    }
    return count;
  }

  /** Returns a copy of all counts. */
  public Map<E, Long> all() {
    Map<E, Long> all = new EnumMap<>(type);
    counts.forEach((value, count) -> all.put(value, count[0]));
    return all;
  }
}
