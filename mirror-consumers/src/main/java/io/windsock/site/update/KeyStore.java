package io.windsock.site.update;

import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.Ede;
import io.windsock.site.state.StateWriter;
import io.windsock.site.state.form.StateHash;
import io.windsock.site.state.form.StoredState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;

/**
 * Loads keys for the apply thread and writes back a batch's changes to state, index of changes,
 * views and digest. Owned by the apply thread.
 */
public final class KeyStore {
  private static final float LOAD_FACTOR = 0.75f;

  private final StateWriter writer;
  private final Ede ede;
  private final ViewIndex views;
  private final PartitionLedgers ledgers;
  private final int cachedKeys;

  /** The keys of the current batch and, up to a bound, the most recently used of earlier ones. */
  private final Map<RowKey, KeyEntry> cache;

  private final RowKey probe = new RowKey(new byte[0]);
  private final StateHash hash = new StateHash();

  public KeyStore(
      StateWriter writer, Ede ede, ViewIndex views, PartitionLedgers ledgers, int cachedKeys) {
    this.writer = writer;
    this.ede = ede;
    this.views = views;
    this.ledgers = ledgers;
    this.cachedKeys = cachedKeys;
    cache = new LinkedHashMap<>(cachedKeys, LOAD_FACTOR, true);
  }

  public KeyEntry entry(byte[] key) throws UndecodableException {
    KeyEntry entry = cache.get(probe.of(key));
    if (entry == null) {
      entry = load(key);
      cache.put(entry.key, entry);
    }
    return entry;
  }

  private KeyEntry load(byte[] key) throws UndecodableException {
    KeyEntry entry = new KeyEntry(new RowKey(key), views.size());
    StoredState stored = writer.load(key);
    if (stored != null) {
      GenericRecord state = ede.decode(stored.framed());
      entry.loaded(stored, state);
      views.loaded(entry, state);
    }
    return entry;
  }

  /** Adds a dirty key to the batch's write. */
  public void write(KeyEntry entry, GenericRecord state) {
    byte[] key = entry.key.bytes();
    byte[] framed = ede.encode(state);
    hash.compute(key, framed, 0);
    StoredState before = entry.stored;
    StoredState after = StoredState.of(entry.partition, entry.offset, hash, framed);
    writer.put(key, before, after);
    views.write(entry, state);
    if (before != null) {
      ledgers.change(before.partition()).remove(before);
    }
    ledgers.change(after.partition()).add(after);
    entry.written(after);
  }

  /** Evicts the least recently used keys beyond the bound. Call it after the batch's write. */
  public void trim() {
    Iterator<KeyEntry> eldestFirst = cache.values().iterator();
    for (int excess = cache.size() - cachedKeys; excess > 0; excess--) {
      eldestFirst.next();
      eldestFirst.remove();
    }
  }
}
