package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import java.nio.file.Path;
import java.time.Duration;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site's state on disk. Any thread may read it, through {@link #snapshot}; the apply thread alone
 * writes it, through {@link #writer}.
 */
public final class SiteState implements AutoCloseable {
  /** The folder of a data directory that holds snapshots for other sites. */
  public static final String SNAPSHOTS = "snapshots";

  /** How long closing waits for snapshots that are still open. */
  static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

  private static final long CHECKPOINT_MEMORY_BYTES = 8L << 20;
  private static final Logger LOG = LoggerFactory.getLogger(SiteState.class);

  private final Path dataDir;
  private final DataDirLock lock;
  private final Store store;
  private final long epoch;
  private final Leases leases = new Leases();
  private final StateWriter writer;
  private volatile Position position;

  private SiteState(Path dataDir, DataDirLock lock, Store store, DiskStamp stamp, long epoch) {
    this.dataDir = dataDir;
    this.lock = lock;
    this.store = store;
    this.epoch = epoch;
    position = openPosition(store, stamp, epoch);
    writer = new StateWriter(this, store);
  }

  private static Position openPosition(Store store, DiskStamp stamp, long epoch) {
    try {
      byte[] stored = store.db.get(store.families.offsets(), Layout.POSITION);
      if (stored != null) {
        return Position.decode(epoch, stored);
      }
      Position position = new Position(0, new Token(epoch, new long[stamp.partitions()]));
      store.db.put(store.families.meta(), Layout.STAMP, stamp.encode());
      store.db.put(store.families.offsets(), Layout.POSITION, position.encode());
      return position;
    } catch (RocksDBException e) {
      store.close();
      throw new StoreException("opening", e);
    }
  }

  /**
   * Opens the state in {@code dataDir}, or makes an empty one there.
   *
   * @param stamp what the state belongs to
   * @param epoch the epoch of the site's tokens
   * @param memoryBytes bound of block cache and write buffers together
   * @param rebuild what to do with what is there
   * @throws DataDirException if the directory can't be used: not writable, in use, damaged, or made
   *     for something else
   */
  public static SiteState open(
      Path dataDir, DiskStamp stamp, long epoch, long memoryBytes, Rebuild rebuild) {
    DataDirLock lock = DataDirLock.acquire(dataDir);
    try {
      Adoption.finish(dataDir);
      if (rebuild == Rebuild.ALWAYS) {
        discard(dataDir);
      }
      Store store = usable(dataDir, stamp, memoryBytes, rebuild);
      return new SiteState(dataDir, lock, store, stamp, epoch);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The database that is there, or a new one if that can't be used and may be thrown away. */
  private static Store usable(Path dataDir, DiskStamp stamp, long memoryBytes, Rebuild rebuild) {
    String reason;
    try {
      Store store = Store.open(dataDir, memoryBytes);
      reason = conflict(store, stamp);
      if (reason.isEmpty()) {
        return store;
      }
      store.close();
    } catch (Store.DamagedException e) {
      reason = e.reason();
    }
    if (rebuild == Rebuild.NEVER) {
      throw new DataDirException(
          dataDir, reason, "use another directory, or start with a rebuild from the log");
    }
    LOG.warn("data directory {} {}: rebuilding from the log", dataDir, reason);
    discard(dataDir);
    try {
      return Store.open(dataDir, memoryBytes);
    } catch (Store.DamagedException e) {
      throw new DataDirException(dataDir, e.reason(), "its disk fails: use another", e);
    }
  }

  private static void discard(Path dataDir) {
    Store.delete(dataDir);
    Folders.delete(dataDir, dataDir.resolve(SNAPSHOTS));
  }

  private static String conflict(Store store, DiskStamp stamp) {
    try {
      byte[] stored = store.db.get(store.families.meta(), Layout.STAMP);
      return stored == null ? "" : stamp.conflictWith(stored);
    } catch (RocksDBException e) {
      store.close();
      throw new StoreException("opening", e);
    }
  }

  /**
   * A consistent view of the state as of now.
   *
   * @throws IllegalStateException once the state is closed
   */
  public SiteSnapshot snapshot() {
    leases.take();
    try {
      return new RocksSnapshot(leases::giveBack, store, epoch);
    } catch (RuntimeException e) {
      leases.giveBack();
      throw e;
    }
  }

  /**
   * Makes a second database of the state as it is after some batch, mostly by links to this one's
   * files, and syncs it. Flushes write buffers; may be called while batches are written.
   *
   * @param folder where; must not exist, its parent must
   */
  public void checkpoint(Path folder) {
    leases.take();
    try {
      store.checkpoint(folder);
    } finally {
      leases.giveBack();
    }
  }

  /**
   * What a {@link #checkpoint} comes to. Its files stay as they are.
   *
   * @param epoch the epoch of the site's tokens
   */
  public static Digest readCheckpoint(Path folder, long epoch) {
    try (Store store = Store.openReadOnly(folder, CHECKPOINT_MEMORY_BYTES);
        SiteSnapshot snapshot = new RocksSnapshot(() -> {}, store, epoch)) {
      return snapshot.digest(false);
    }
  }

  /**
   * Reads all files and holds every block to its checksum.
   *
   * @throws StoreException if one does not match
   */
  public void verify() {
    leases.take();
    try {
      store.verify();
    } finally {
      leases.giveBack();
    }
  }

  /** Number of the last batch written; every snapshot taken from now on has it. */
  public long batch() {
    return position.batch();
  }

  /** The position after the last batch written. */
  public Token token() {
    return position.token();
  }

  /** Where the apply thread writes. */
  public StateWriter writer() {
    return writer;
  }

  /** What the database uses now. */
  public StoreMemory memory() {
    leases.take();
    try {
      return store.memory();
    } finally {
      leases.giveBack();
    }
  }

  void written(Position reached) {
    position = reached;
  }

  /** Waits for open snapshots, then flushes and closes. The writer must have stopped. */
  @Override
  public void close() {
    try {
      if (!leases.close(CLOSE_PATIENCE)) {
        // Closing under a reader would crash the process; what was written is in the log on disk.
        LOG.error("{}: a reader holds a snapshot; leaving the database open", dataDir);
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try (lock;
        store) {
      writer.close();
    }
  }
}
