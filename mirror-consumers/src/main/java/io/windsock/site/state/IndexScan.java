package io.windsock.site.state;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;

/**
 * Counts the entries of an index range without reading the rows they name. Owned by one thread.
 *
 * <p>It aborts after too many consecutive tombstones: an index of changes holds one for each
 * earlier change of a key, until compaction drops them.
 */
final class IndexScan implements AutoCloseable {
  /** The consecutive tombstones after which it aborts: some milliseconds of reading. */
  static final int MAX_DELETED = 20_000;

  private final Store store;
  private final Slice end;
  private final ReadOptions options;
  private final RocksIterator entries;
  private boolean started;
  private boolean aborted;

  /** A scan of the entries from {@code from} inclusive to {@code to} exclusive. */
  IndexScan(Store store, ColumnFamilyHandle family, Snapshot snapshot, byte[] from, byte[] to) {
    this.store = store;
    end = new Slice(to);
    options =
        new ReadOptions()
            .setSnapshot(snapshot)
            .setIterateUpperBound(end)
            .setMaxSkippableInternalKeys(MAX_DELETED);
    entries = store.db.newIterator(family, options);
    entries.seek(from);
  }

  /** Advances by {@code count} entries. Returns whether there were as many. */
  boolean advance(int count) {
    for (int i = 0; i < count; i++) {
      if (started && entries.isValid()) {
        entries.next();
      }
      started = true;
      if (!entries.isValid()) {
        checkStatus();
        return false;
      }
    }
    return true;
  }

  private void checkStatus() {
    try {
      entries.status();
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status == null || status.getCode() != Status.Code.Incomplete) {
        throw store.failed("counting", e);
      }
      aborted = true;
    }
  }

  /** Whether the scan aborted because of tombstones rather than reaching the end of the range. */
  boolean aborted() {
    return aborted;
  }

  @Override
  public void close() {
    entries.close();
    options.close();
    end.close();
  }
}
