package io.windsock.site.state;

import io.windsock.contracts.position.Token;
import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.DataDirLock;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.disk.StoreException;
import io.windsock.site.state.form.Digest;
import io.windsock.site.state.form.Layout;
import io.windsock.site.state.form.LeaderEpochs;
import io.windsock.site.state.form.Position;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site's state on disk. Any thread may read it through {@link #snapshot}; only the apply thread
 * writes it, through {@link #writer}.
 */
public final class SiteState implements AutoCloseable {
  /** The folder of a data directory that holds the snapshots for other sites. */
  public static final String SNAPSHOTS = "snapshots";

  /** How long closing waits for open snapshots. */
  static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

  private static final long CHECKPOINT_MEMORY_BYTES = 8L << 20;
  private static final Logger LOG = LoggerFactory.getLogger(SiteState.class);

  private final Path dataDir;
  private final DataDirLock lock;
  private final Store store;
  private final long epoch;
  private final @Nullable Token indexed;
  private volatile boolean beganWhole;
  private final Leases leases = new Leases();
  private final StateWriter writer;
  private volatile Position position;

  private SiteState(Path dataDir, DataDirLock lock, Store store, DiskStamp stamp, long epoch) {
    this.dataDir = dataDir;
    this.lock = lock;
    this.store = store;
    this.epoch = epoch;
    position = openPosition(store, stamp, epoch);
    byte[] since = openOffsets(store, Layout.indexedKey());
    indexed = since == null ? null : Position.token(epoch, ByteBuffer.wrap(since));
    beganWhole = openOffsets(store, Layout.wholeKey()) != null;
    writer = new StateWriter(this, store);
  }

  /**
   * Checks what a state in {@code dataDir} needs of this machine: that the directory can be locked
   * and written, and that RocksDB's library can be loaded. It is created if it does not exist.
   *
   * @throws DataDirException if the directory is not writable or is in use
   * @throws UnsatisfiedLinkError if the library can't be loaded
   */
  public static void check(Path dataDir) {
    DataDirLock.acquire(dataDir).close();
    RocksDB.loadLibrary();
  }

  private static Position openPosition(Store store, DiskStamp stamp, long epoch) {
    try {
      byte[] stored = store.db.get(store.families.offsets(), Layout.positionKey());
      if (stored != null) {
        byte[] leaders = store.db.get(store.families.offsets(), Layout.leadersKey());
        return Position.decode(epoch, stored, leaders);
      }
      Position position = Position.of(0, new Token(epoch, new long[stamp.partitions()]));
      store.db.put(store.families.meta(), Layout.stampKey(), stamp.encode());
      store.db.put(store.families.offsets(), Layout.positionKey(), position.encode());
      return position;
    } catch (RocksDBException e) {
      store.close();
      throw new StoreException("opening", e);
    }
  }

  private static byte @Nullable [] openOffsets(Store store, byte[] key) {
    try {
      return store.db.get(store.families.offsets(), key);
    } catch (RocksDBException e) {
      store.close();
      throw new StoreException("opening", e);
    }
  }

  /**
   * Opens the state in {@code dataDir}, or creates an empty one there.
   *
   * @param stamp what the state belongs to
   * @param epoch the epoch of the site's tokens
   * @param memoryBytes bound on the block cache and write buffers together
   * @param rebuild what to do with existing state
   * @throws DataDirException if the directory can't be used because it is not writable, in use,
   *     damaged, or belongs to something else
   */
  public static SiteState open(
      Path dataDir, DiskStamp stamp, long epoch, long memoryBytes, Rebuild rebuild) {
    DataDirLock lock = DataDirLock.acquire(dataDir);
    try {
      Adoption.finish(dataDir);
      if (rebuild == Rebuild.ALWAYS) {
        Adoption.discard(dataDir);
      }
      Store store = usable(dataDir, stamp, memoryBytes, rebuild);
      return new SiteState(dataDir, lock, store, stamp, epoch);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Opens the existing database, or a new one if that is unusable and {@code rebuild} permits it.
   */
  private static Store usable(Path dataDir, DiskStamp stamp, long memoryBytes, Rebuild rebuild) {
    String reason;
    DataDirException.Kind kind = DataDirException.Kind.FOREIGN;
    try {
      Store store = Store.open(dataDir, memoryBytes);
      reason = conflict(store, stamp);
      if (reason.isEmpty()) {
        return store;
      }
      store.close();
    } catch (Store.DamagedException e) {
      reason = e.reason();
      kind = DataDirException.Kind.DAMAGED;
    }
    if (rebuild == Rebuild.NEVER) {
      throw new DataDirException(
          dataDir, kind, reason, "use another directory, or start with a rebuild from the log");
    }
    LOG.warn("data directory {} {}: rebuilding from the log", dataDir, reason);
    Adoption.discard(dataDir);
    try {
      return Store.open(dataDir, memoryBytes);
    } catch (Store.DamagedException e) {
      throw DataDirException.disk(dataDir, e.reason(), "its disk fails: use another", e);
    }
  }

  private static String conflict(Store store, DiskStamp stamp) throws Store.DamagedException {
    try {
      byte[] stored = store.db.get(store.families.meta(), Layout.stampKey());
      store.db.get(store.families.offsets(), Layout.positionKey()); // detects damage early
      store.db.get(store.families.offsets(), Layout.leadersKey());
      return stored == null ? "" : stamp.conflictWith(stored);
    } catch (RocksDBException e) {
      StoreException failed = store.failed("opening", e);
      DiskFault fault = store.fault();
      store.close();
      if (fault != null && fault.damaged()) {
        throw new Store.DamagedException(e);
      }
      throw failed;
    }
  }

  /**
   * Takes a consistent snapshot of the state as of now.
   *
   * @throws IllegalStateException if the state is closed
   */
  public SiteSnapshot snapshot() {
    leases.take();
    try {
      return new RocksSnapshot(leases::release, store, epoch);
    } catch (RuntimeException e) {
      leases.release();
      throw e;
    }
  }

  /**
   * Creates a second database with the state after some batch, mostly from hard links to this one's
   * files, and syncs it. Flushes the write buffers. May be called while batches are written.
   *
   * @param folder the target folder; it must not exist, but its parent must
   */
  public void checkpoint(Path folder) {
    leases.take();
    try {
      store.checkpoint(folder);
    } finally {
      leases.release();
    }
  }

  /**
   * Computes the digest of a {@link #checkpoint}, whose files stay unchanged.
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
   * Reads all files and verifies the checksum of every block.
   *
   * @throws StoreException if a checksum does not match
   */
  public void verify() {
    leases.take();
    try {
      store.verify();
    } finally {
      leases.release();
    }
  }

  /** Why the state can no longer be used, or null if it can. */
  public @Nullable DiskFault fault() {
    return store.fault();
  }

  /** Records a fault that was found outside the database. */
  public void note(DiskFault fault) {
    store.note(fault);
  }

  /** Number of the last batch written. Every snapshot taken from now on contains it. */
  public long batch() {
    return position.batch();
  }

  /** The position after the last batch written. */
  public Token token() {
    return position.token();
  }

  /** The position since which changes are indexed; null if all are. */
  public @Nullable Token indexed() {
    return indexed;
  }

  /** Whether the state began with its log as a whole one. What the log lacks, it lacks. */
  public boolean beganWhole() {
    return beganWhole;
  }

  /** Records how the state began. */
  void began(boolean whole) {
    beganWhole = whole;
  }

  /** The leader epochs of the last records before {@link #token}, as far as known. */
  public LeaderEpochs leaders() {
    return position.leaders();
  }

  /** The writer, for the apply thread alone. */
  public StateWriter writer() {
    return writer;
  }

  /** The database's current memory and disk usage. */
  public StoreMemory memory() {
    leases.take();
    try {
      return store.memory();
    } finally {
      leases.release();
    }
  }

  /**
   * The names of the database's current table files.
   *
   * @throws IllegalStateException if the state is closed
   */
  List<String> tables() {
    leases.take();
    try {
      return store.tables();
    } finally {
      leases.release();
    }
  }

  /** Verifies the checksums of one table file. Returns its size in bytes. */
  long verify(String table) {
    leases.take();
    try {
      return store.verify(table);
    } finally {
      leases.release();
    }
  }

  void written(Position reached) {
    position = reached;
  }

  /**
   * Waits for open snapshots, then flushes and closes. The writer must have stopped. If a reader
   * takes too long, the database is closed and the directory released once it has finished.
   */
  @Override
  public void close() {
    close(CLOSE_PATIENCE);
  }

  void close(Duration patience) {
    try {
      if (!leases.close(patience)) {
        // Closing under a reader would crash the process. All writes are in the write-ahead log on
        // disk.
        LOG.error("{}: a reader holds a snapshot; the database is closed when it ends", dataDir);
        Thread last = new Thread(this::closeLater, "close-" + dataDir.getFileName());
        last.setDaemon(true);
        last.start();
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try (lock) {
      closeStore();
    }
  }

  private void closeLater() {
    try {
      leases.awaitNone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try (lock) {
      closeStore();
    }
    LOG.info("{}: the last reader has ended; the database is closed", dataDir);
  }

  /**
   * Closes the store. A failing disk can't be flushed, but earlier writes are in the write-ahead
   * log.
   */
  private void closeStore() {
    try (store) {
      writer.close();
    } catch (StoreException e) {
      LOG.warn("{}: closed without a flush: {}", dataDir, e.getMessage());
    }
  }
}
