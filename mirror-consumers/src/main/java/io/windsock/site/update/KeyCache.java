package io.windsock.site.update;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose decoded state the apply thread keeps: those of the current batch and, up to a
 * bound, the most recently used of earlier ones.
 */
final class KeyCache {
  private static final float LOAD_FACTOR = 0.75f;

  private final int bound;
  private final Map<RowKey, KeyEntry> entries;
  private final RowKey probe = new RowKey(new byte[0]);

  /** Creates a cache that keeps up to {@code bound} keys between batches. */
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

  /** Evicts the least recently used keys beyond the bound. All entries must be clean. */
  void trim() {
    Iterator<KeyEntry> eldestFirst = entries.values().iterator();
    for (int excess = entries.size() - bound; excess > 0; excess--) {
      eldestFirst.next();
      eldestFirst.remove();
    }
  }
}
