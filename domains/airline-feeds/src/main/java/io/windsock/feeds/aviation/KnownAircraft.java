package io.windsock.feeds.aviation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What is known of each aircraft, for at most a stated number of them: the one not heard of for
 * longest is forgotten first.
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

  /** What is known of the aircraft; fresh if nothing is. */
  T get(String address) {
    return byAddress.computeIfAbsent(address, unknown -> fresh.get());
  }
}
