package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.disk.StoreException;
import io.windsock.site.state.form.Layout;
import io.windsock.site.state.form.PartitionLedger;
import io.windsock.site.state.form.Position;
import io.windsock.site.state.form.StoredState;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Moves a state to a copy of its log at another cluster, where the same records have other offsets.
 * Its keys keep no offsets, so that changes are indexed from the move on only. A move that is
 * interrupted leaves a state that belongs to neither log.
 */
public final class CopyMove {
  private static final int BATCH_ROWS = 1_000;

  /**
   * Where a state is in a copy of its log.
   *
   * @param at the position
   * @param markers by partition, the offset after the last marker applied; negative if there is
   *     none
   * @param indexed the position before which no change is known
   */
  public record Place(Token at, List<Long> markers, Token indexed) {
    /** Copies the list. */
    public Place {
      markers = List.copyOf(markers);
    }
  }

  private final Store store;
  private final WriteOptions options;

  private CopyMove(Store store, WriteOptions options) {
    this.store = store;
    this.options = options;
  }

  /**
   * Moves the state in a data directory, which nobody else may use.
   *
   * @param memoryBytes bound on the block cache and write buffers together
   * @param to what the state belongs to from now on
   * @param place where it is in the copy
   * @throws StoreException if its files can't be read or written
   */
  public static void run(Path dataDir, long memoryBytes, DiskStamp to, Place place) {
    try (Store store = Store.open(dataDir, memoryBytes);
        WriteOptions options = new WriteOptions()) {
      CopyMove move = new CopyMove(store, options);
      move.states();
      move.position(to, place);
      move.sync();
    } catch (RocksDBException e) {
      throw new StoreException("moving " + dataDir, e);
    } catch (Store.DamagedException e) {
      throw new StoreException(new DiskFault(DiskFault.Kind.DAMAGED, e.reason()));
    }
  }

  private void states() throws RocksDBException {
    byte[] afterAll = new byte[Layout.CHANGED_BYTES + 1];
    Arrays.fill(afterAll, (byte) 0xff);
    store.db.deleteRange(store.families.changed(), new byte[0], afterAll);
    try (RocksIterator rows = store.db.newIterator(store.families.state());
        WriteBatch batch = new WriteBatch()) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        StoredState moved = new StoredState(rows.value()).beforeTheLog();
        batch.put(store.families.state(), rows.key(), moved.bytes());
        if (batch.count() == BATCH_ROWS) {
          store.db.write(options, batch);
          batch.clear();
        }
      }
      rows.status();
      store.db.write(options, batch);
    }
  }

  private void position(DiskStamp to, Place place) throws RocksDBException {
    Token at = place.at();
    try (WriteBatch batch = new WriteBatch()) {
      byte[] stored = store.db.get(store.families.offsets(), Layout.positionKey());
      if (stored == null) {
        throw store.damaged("the database has no position");
      }
      long number = Position.decode(at.epoch(), stored, null).batch();
      for (int p = 0; p < at.partitions(); p++) {
        byte[] bytes = store.db.get(store.families.offsets(), Layout.ledgerKey(p));
        if (bytes != null) {
          PartitionLedger ledger = PartitionLedger.decode(bytes);
          ledger.copied(place.markers().get(p));
          batch.put(store.families.offsets(), Layout.ledgerKey(p), ledger.encode());
        }
      }
      batch.put(store.families.offsets(), Layout.positionKey(), Position.of(number, at).encode());
      batch.delete(store.families.offsets(), Layout.leadersKey());
      batch.put(store.families.offsets(), Layout.indexedKey(), Position.offsets(place.indexed()));
      batch.delete(store.families.offsets(), Layout.wholeKey());
      batch.put(store.families.meta(), Layout.stampKey(), to.encode());
      store.db.write(options, batch);
    }
  }

  private void sync() throws RocksDBException {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      store.db.flush(flush, store.families.handles());
      store.db.compactRange(store.families.changed()); // drops what was deleted
      store.db.syncWal();
    }
  }
}
