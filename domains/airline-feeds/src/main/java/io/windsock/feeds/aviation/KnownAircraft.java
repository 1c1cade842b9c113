package io.windsock.feeds.aviation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The known values of a bounded number of aircraft; the least recently seen one is evicted first.
 */
final class KnownAircraft<T> {
  private final Map<String, T> byAddress;
  private final Supplier<T> fresh;

  KnownAircraft(int max, Supplier<T> fresh) {
    this.fresh = fresh;
    this.byAddress =
        new LinkedHashMap<>(64, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > max;
          }
        };
  }

  /** Returns the values of the aircraft; new ones if it is unknown. */
  T get(String address) {
    return byAddress.computeIfAbsent(address, unknown -> fresh.get());
  }
}
