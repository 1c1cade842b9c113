package io.windsock.site.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map that forgets the least recently used beyond a bound. One thread owns it. */
public final class Recent<K, V> {
  private final Map<K, V> map;

  /** An empty one that holds at most {@code bound} entries. */
  public Recent(int bound) {
    map =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > bound;
          }
        };
  }

  /** What is known of {@code key}; null if nothing. */
  public @Nullable V get(K key) {
    return map.get(key);
  }

  /** Remembers. */
  public void put(K key, V value) {
    map.put(key, value);
  }
}
