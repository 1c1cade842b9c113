package io.windsock.site.state;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;

/**
 * Counts the entries of a range of an index without reading what they name. One thread owns it.
 *
 * <p>It gives up where too many deleted entries lie in a row: an index of changes holds one for
 * each earlier change of a key, until compaction drops them.
 */
final class IndexScan implements AutoCloseable {
  /** Deleted entries in a row at which it gives up: some milliseconds of reading. */
  static final int MAX_DELETED = 20_000;

  private final Store store;
  private final Slice end;
  private final ReadOptions options;
  private final RocksIterator entries;
  private boolean started;
  private boolean gaveUp;

  /** Of the entries from {@code from} to before {@code to}. */
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

  /** Goes past {@code count} further entries; answers whether there were so many. */
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
      gaveUp = true;
    }
  }

  /** Whether it ended for too many deleted entries, and not because there are no more. */
  boolean gaveUp() {
    return gaveUp;
  }

  @Override
  public void close() {
    entries.close();
    options.close();
    end.close();
  }
}
