package io.windsock.site.update;

import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.Ede;
import io.windsock.site.state.StateWriter;
import io.windsock.site.state.form.StateHash;
import io.windsock.site.state.form.StoredState;
import org.apache.avro.generic.GenericRecord;

/**
 * Loads keys for the apply thread and writes back a batch's changes to state, index of changes,
 * views and digest. Owned by the apply thread.
 */
public final class KeyStore {
  private final StateWriter writer;
  private final Ede ede;
  private final ViewIndex views;
  private final PartitionLedgers ledgers;
  private final KeyCache cache;
  private final StateHash hash = new StateHash();

  public KeyStore(
      StateWriter writer, Ede ede, ViewIndex views, PartitionLedgers ledgers, int cachedKeys) {
    this.writer = writer;
    this.ede = ede;
    this.views = views;
    this.ledgers = ledgers;
    cache = new KeyCache(cachedKeys);
  }

  public KeyEntry entry(byte[] key) throws UndecodableException {
    KeyEntry entry = cache.get(key);
    if (entry == null) {
      entry = load(key);
      cache.put(entry);
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

  /** Evicts keys beyond the cache's bound. Call it after the batch's write. */
  public void trim() {
    cache.trim();
  }
}
