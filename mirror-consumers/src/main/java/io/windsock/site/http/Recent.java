package io.windsock.site.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A bounded map that evicts the least recently used entry. Owned by one thread. */
public final class Recent<K, V> {
  private final Map<K, V> map;

  /** Creates an empty map of at most {@code bound} entries. */
  public Recent(int bound) {
    map =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > bound;
          }
        };
  }

  /** The value of {@code key}; null if there is none. */
  public @Nullable V get(K key) {
    return map.get(key);
  }

  /** Sets the value of {@code key}. */
  public void put(K key, V value) {
    map.put(key, value);
  }
}
