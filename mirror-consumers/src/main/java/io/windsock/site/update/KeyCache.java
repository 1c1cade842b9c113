package io.windsock.site.update;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose decoded state the apply thread keeps: those of the current batch, and of those
 * before it the most recently used, up to a bound.
 */
final class KeyCache {
  private static final float LOAD_FACTOR = 0.75f;

  private final int bound;
  private final Map<RowKey, KeyEntry> entries;
  private final RowKey probe = new RowKey(new byte[0]);

  /** Keeps up to {@code bound} keys between batches. */
  KeyCache(int bound) {
    this.bound = bound;
    entries = new LinkedHashMap<>(bound, LOAD_FACTOR, true);
  }

  @Nullable KeyEntry get(byte[] key) {
    return entries.get(probe.of(key));
  }

  void put(KeyEntry entry) {
    entries.put(entry.key, entry);
  }

  /** Forgets the longest unused beyond the bound. For when all entries are clean. */
  void trim() {
    Iterator<KeyEntry> eldestFirst = entries.values().iterator();
    for (int excess = entries.size() - bound; excess > 0; excess--) {
      eldestFirst.next();
      eldestFirst.remove();
    }
  }
}
