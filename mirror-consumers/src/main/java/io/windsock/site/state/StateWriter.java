package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import io.windsock.site.state.form.Layout;
import io.windsock.site.state.form.LeaderEpochs;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.state.form.Position;
import io.windsock.site.state.form.StoredState;
import org.jspecify.annotations.Nullable;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Collects the changes of one batch and writes them atomically. Owned by the apply thread.
 *
 * <pre>
 * load, put, putView, removeView, ledger … commit      nothing is visible before commit
 * </pre>
 */
public final class StateWriter {
  private final SiteState site;
  private final Store store;
  private final WriteBatch batch = new WriteBatch();
  private final WriteOptions options = new WriteOptions();

  StateWriter(SiteState site, Store store) {
    this.site = site;
    this.store = store;
  }

  /**
   * Places an empty state at {@code token}, where it begins.
   *
   * @param whole whether it lacks nothing there, as far as is known; kept with the state
   */
  public void begin(Token token, boolean whole) {
    if (site.batch() != 0) {
      throw new IllegalStateException("batch " + site.batch() + " is not the first");
    }
    try {
      if (whole) {
        batch.put(store.families.offsets(), Layout.wholeKey(), new byte[0]);
      } else {
        batch.delete(store.families.offsets(), Layout.wholeKey());
      }
    } catch (RocksDBException e) {
      throw store.writeFailed("writing", e);
    }
    write(Position.of(0, token));
    site.began(whole);
  }

  /** The stored state of a key; null if there is none. */
  public @Nullable StoredState load(byte[] key) {
    try {
      byte[] stored = store.db.get(store.families.state(), key);
      return stored == null ? null : new StoredState(stored);
    } catch (RocksDBException e) {
      throw store.writeFailed("reading", e);
    }
  }

  /** Replaces a key's state and its entry in the index of changes. */
  public void put(byte[] key, @Nullable StoredState before, StoredState after) {
    try {
      if (before != null && before.indexed()) {
        batch.singleDelete(
            store.families.changed(), Layout.changedKey(before.partition(), before.offset()));
      }
      batch.put(
          store.families.changed(), Layout.changedKey(after.partition(), after.offset()), key);
      batch.put(store.families.state(), key, after.bytes());
    } catch (RocksDBException e) {
      throw store.writeFailed("writing", e);
    }
  }

  /** Adds a row to a view; {@code row} is from {@link Layout#viewKey}. */
  public void putView(byte[] row, byte[] key) {
    try {
      batch.put(store.families.views(), row, Layout.viewValue(key));
    } catch (RocksDBException e) {
      throw store.writeFailed("writing", e);
    }
  }

  /** Removes a row from a view. */
  public void removeView(byte[] row) {
    try {
      batch.delete(store.families.views(), row);
    } catch (RocksDBException e) {
      throw store.writeFailed("writing", e);
    }
  }

  /** Stores a partition's current ledger. */
  public void ledger(int partition, PartitionLedger ledger) {
    try {
      batch.put(store.families.offsets(), Layout.ledgerKey(partition), ledger.encode());
    } catch (RocksDBException e) {
      throw store.writeFailed("writing", e);
    }
  }

  /**
   * Writes all collected changes as the next batch, which ends at {@code token}.
   *
   * @param leaders the leader epochs of the last records before {@code token}
   */
  public void commit(Token token, LeaderEpochs leaders) {
    write(new Position(site.batch() + 1, token, leaders));
  }

  private void write(Position reached) {
    try {
      batch.put(store.families.offsets(), Layout.positionKey(), reached.encode());
      byte[] leaders = reached.leaders().encode(reached.batch());
      batch.put(store.families.offsets(), Layout.leadersKey(), leaders);
      store.db.write(options, batch);
      batch.clear();
    } catch (RocksDBException e) {
      throw store.writeFailed("writing", e);
    }
    site.written(reached);
  }

  /** Syncs everything committed so far, so that it survives a power failure. */
  public void sync() {
    try {
      store.db.syncWal();
    } catch (RocksDBException e) {
      throw store.writeFailed("syncing", e);
    }
  }

  void close() {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      store.db.flush(flush, store.families.handles());
    } catch (RocksDBException e) {
      throw store.writeFailed("flushing", e);
    } finally {
      batch.close();
      options.close();
    }
  }
}
