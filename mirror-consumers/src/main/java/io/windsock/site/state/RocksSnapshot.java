package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.DigestSum;
import io.windsock.site.state.form.Layout;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.state.form.Position;
import io.windsock.site.state.form.StateHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** A site snapshot backed by a RocksDB snapshot. */
final class RocksSnapshot implements SiteSnapshot {
  /**
   * The most changes that are worth more than the rows of a view which can't be counted: some
   * milliseconds of reading.
   */
  static final int MAX_UNWEIGHED = 1000;

  private static final long NOWHERE = -1;

  private final Runnable whenClosed;
  private final Store store;
  private final Snapshot snapshot;
  private final ReadOptions options;
  private final Position position;
  private boolean closed;

  /**
   * Takes a snapshot of the store as of now.
   *
   * @param whenClosed releases the lease
   */
  RocksSnapshot(Runnable whenClosed, Store store, long epoch) {
    this.whenClosed = whenClosed;
    this.store = store;
    snapshot = store.db.getSnapshot();
    options = new ReadOptions().setSnapshot(snapshot);
    position = read(epoch);
  }

  private Position read(long epoch) {
    try {
      return Position.decode(
          epoch, require(get(store.families.offsets(), Layout.positionKey())), null);
    } catch (RuntimeException e) {
      release();
      throw e;
    }
  }

  private void release() {
    options.close();
    store.db.releaseSnapshot(snapshot);
    snapshot.close();
  }

  private byte[] require(byte @Nullable [] bytes) {
    if (bytes == null) {
      throw store.damaged("the database has no position");
    }
    return bytes;
  }

  @Override
  public Token token() {
    return position.token();
  }

  @Override
  public long batch() {
    return position.batch();
  }

  @Override
  public byte @Nullable [] state(byte[] key) {
    byte[] stored = get(store.families.state(), key);
    return stored == null ? null : Layout.framed(stored);
  }

  @Override
  public void view(String view, String group, RowVisitor visitor) {
    byte[] prefix = Layout.viewPrefix(view, group);
    scan(
        store.families.views(),
        prefix,
        Layout.after(prefix),
        (row, value) -> visit(Layout.keyOfView(row, value), visitor));
  }

  @Override
  public Token changedSince(Token token, RowVisitor visitor) {
    if (!token.comparableTo(token())) {
      throw new IllegalArgumentException("a token of another log: " + token);
    }
    long[] reached = token.offsets();
    for (int p = 0; p < token.partitions(); p++) {
      long stoppedAt = changedSince(p, token.next(p), visitor);
      if (stoppedAt != NOWHERE) {
        reached[p] = stoppedAt + 1;
        return new Token(token.epoch(), reached);
      }
      reached[p] = token().next(p);
    }
    return token();
  }

  /** Returns the offset at which the visitor stopped, or {@link #NOWHERE}. */
  private long changedSince(int partition, long offset, RowVisitor visitor) {
    long[] stoppedAt = {NOWHERE};
    scan(
        store.families.changed(),
        Layout.changedKey(partition, offset),
        Layout.changedKey(partition + 1, 0),
        (at, key) -> {
          boolean wanted = visit(key, visitor);
          if (!wanted) {
            stoppedAt[0] = Layout.offsetOfChanged(at);
          }
          return wanted;
        });
    return stoppedAt[0];
  }

  @Override
  public boolean changesExceed(Token token, String view, String group, int rowsPerChange) {
    requireOpen();
    byte[] prefix = Layout.viewPrefix(view, group);
    long changes = 0;
    try (IndexScan rows = index(store.families.views(), prefix, Layout.after(prefix))) {
      for (int p = 0; p < token.partitions(); p++) {
        byte[] from = Layout.changedKey(p, token.next(p));
        try (IndexScan changed =
            index(store.families.changed(), from, Layout.changedKey(p + 1, 0))) {
          while (changed.advance(1)) {
            changes++;
            if (exceed(changes, rows, rowsPerChange)) {
              return true;
            }
          }
          if (changed.aborted()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Advances {@code rows} by as many as the next of {@code changes} costs. */
  private static boolean exceed(long changes, IndexScan rows, int rowsPerChange) {
    if (!rows.aborted() && rows.advance(rowsPerChange)) {
      return false;
    }
    return !rows.aborted() || changes > MAX_UNWEIGHED;
  }

  private IndexScan index(ColumnFamilyHandle family, byte[] from, byte[] to) {
    return new IndexScan(store, family, snapshot, from, to);
  }

  @Override
  public void all(RowVisitor visitor) {
    scan(
        store.families.state(),
        null,
        null,
        (key, stored) -> visitor.row(key, Layout.framed(stored)));
  }

  private boolean visit(byte[] key, RowVisitor visitor) {
    byte[] stored = get(store.families.state(), key);
    if (stored == null) {
      throw store.damaged(
          "an index names a key without state: " + new String(key, StandardCharsets.UTF_8));
    }
    return visitor.row(key, Layout.framed(stored));
  }

  @Override
  public List<PartitionLedger> ledgers() {
    List<PartitionLedger> ledgers = new ArrayList<>();
    for (int p = 0; p < token().partitions(); p++) {
      byte[] bytes = get(store.families.offsets(), Layout.ledgerKey(p));
      ledgers.add(bytes == null ? new PartitionLedger() : PartitionLedger.decode(bytes));
    }
    return ledgers;
  }

  @Override
  public long keys() {
    return keys(ledgers());
  }

  private static long keys(List<PartitionLedger> ledgers) {
    return ledgers.stream().mapToLong(PartitionLedger::keys).sum();
  }

  @Override
  public Digest digest(boolean verify) {
    List<PartitionLedger> ledgers = ledgers();
    List<DigestSum> sums = ledgers.stream().map(PartitionLedger::digest).toList();
    return new Digest(token(), keys(ledgers), DigestSum.text(sums), verify ? recompute() : null);
  }

  private String recompute() {
    List<DigestSum> sums = new ArrayList<>();
    for (int p = 0; p < token().partitions(); p++) {
      sums.add(new DigestSum());
    }
    StateHash hash = new StateHash();
    scan(
        store.families.state(),
        null,
        null,
        (key, stored) -> {
          hash.compute(key, stored, Layout.STATE_HEADER_BYTES);
          sums.get(Layout.partition(stored)).add(hash.high(), hash.low());
          return true;
        });
    return DigestSum.text(sums);
  }

  private byte @Nullable [] get(ColumnFamilyHandle family, byte[] key) {
    requireOpen();
    try {
      return store.db.get(family, options, key);
    } catch (RocksDBException e) {
      throw store.failed("reading", e);
    }
  }

  /**
   * Reads the rows from {@code from} inclusive to {@code to} exclusive. If both are null, reads all
   * rows and bypasses the block cache.
   */
  private void scan(
      ColumnFamilyHandle family, byte @Nullable [] from, byte @Nullable [] to, RowVisitor visitor) {
    requireOpen();
    try (Slice end = to == null ? new Slice(new byte[0]) : new Slice(to);
        ReadOptions bounded = new ReadOptions().setSnapshot(snapshot).setFillCache(to != null)) {
      if (to != null) {
        bounded.setIterateUpperBound(end);
      }
      try (RocksIterator rows = store.db.newIterator(family, bounded)) {
        if (from == null) {
          rows.seekToFirst();
        } else {
          rows.seek(from);
        }
        while (rows.isValid() && visitor.row(rows.key(), rows.value())) {
          rows.next();
        }
        rows.status();
      }
    } catch (RocksDBException e) {
      throw store.failed("scanning", e);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the snapshot is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      release();
      whenClosed.run();
    }
  }
}
