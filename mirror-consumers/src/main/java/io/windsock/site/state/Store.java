package io.windsock.site.state;

import io.windsock.site.disk.DataDirException;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.disk.StoreException;
import io.windsock.site.disk.StoreHealth;
import java.io.File;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.WriteBufferManager;

/**
 * An open database and all native objects that belong to it. The block cache and write buffers
 * share one memory bound.
 */
final class Store implements AutoCloseable {
  static final String FOLDER = "db";

  /** Lets the cache choose its number of shards. */
  private static final int SHARDS_BY_SIZE = -1;

  /** The share of the cache that scans can't take from indexes and filters. */
  private static final double PRIORITY_SHARE = 0.1;

  /** The write buffers' share of the memory bound: one part in this many. */
  private static final int WRITE_BUFFER_SHARE = 2;

  /** Number of write buffers: the three large families have two each. */
  private static final int WRITE_BUFFERS = 6;

  private static final int BACKGROUND_JOBS = 2;
  private static final long MAX_WAL_BYTES = 128L * 1024 * 1024;
  private static final int MAX_OPEN_FILES = 512;
  private static final int LOG_FILES_KEPT = 2;
  private static final long MAX_LOG_FILE_BYTES = 4L * 1024 * 1024;

  final RocksDB db;
  final Families families;
  private final long memoryBytes;
  private final LRUCache cache;
  private final WriteBufferManager writeBuffers;
  private final DBOptions options;
  private final StoreHealth health = new StoreHealth();
  private final AbstractEventListener listener = health.listener();

  static {
    RocksDB.loadLibrary();
  }

  private Store(Path folder, long memoryBytes, boolean readOnly) throws RocksDBException {
    this.memoryBytes = memoryBytes;
    long writeBytes = memoryBytes / WRITE_BUFFER_SHARE;
    cache = new LRUCache(memoryBytes, SHARDS_BY_SIZE, false, PRIORITY_SHARE);
    writeBuffers = new WriteBufferManager(writeBytes, cache);
    families = new Families(cache, writeBytes / WRITE_BUFFERS);
    options =
        new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setWriteBufferManager(writeBuffers)
            .setMaxBackgroundJobs(BACKGROUND_JOBS)
            .setMaxTotalWalSize(MAX_WAL_BYTES)
            .setMaxOpenFiles(MAX_OPEN_FILES)
            .setKeepLogFileNum(LOG_FILES_KEPT)
            .setMaxLogFileSize(MAX_LOG_FILE_BYTES)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setAllowConcurrentMemtableWrite(false)
            .setParanoidChecks(true)
            .setListeners(List.of(listener));
    db = open(folder.toString(), readOnly);
  }

  private RocksDB open(String folder, boolean readOnly) throws RocksDBException {
    return readOnly
        ? RocksDB.openReadOnly(options, folder, families.descriptors(), families.handles())
        : RocksDB.open(options, folder, families.descriptors(), families.handles());
  }

  /** Opens the files of a {@link #checkpoint} without changing them. */
  static Store openReadOnly(Path folder, long memoryBytes) {
    try {
      return new Store(folder, memoryBytes, true);
    } catch (RocksDBException e) {
      throw new StoreException("opening " + folder, e);
    }
  }

  /**
   * Creates a second database with the current content, mostly from hard links to this one's files,
   * and syncs it. The content ends with a whole write, because the write-ahead log holds a write
   * whole or not at all.
   *
   * @param folder the target folder; it must not exist, but its parent must
   */
  void checkpoint(Path folder) {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(folder.toString());
    } catch (RocksDBException e) {
      throw failed("making a checkpoint", e);
    }
  }

  /** Reads all files and verifies the checksum of every block. */
  void verify() {
    try {
      db.verifyChecksum();
    } catch (RocksDBException e) {
      throw failed("verifying", e);
    }
  }

  /** The paths of the current table files. */
  List<String> tables() {
    List<String> tables = new ArrayList<>();
    for (LiveFileMetaData table : db.getLiveFilesMetaData()) {
      tables.add(table.path() + table.fileName());
    }
    return tables;
  }

  /**
   * Reads one table file, bypassing the block cache, and verifies the checksum of every block. A
   * file that a compaction has deleted meanwhile is not an error.
   *
   * @return the file's size in bytes
   */
  long verify(String table) {
    try (Options plain = new Options();
        SstFileReader reader = new SstFileReader(plain)) {
      reader.open(table);
      reader.verifyChecksum();
      return new File(table).length();
    } catch (RocksDBException e) {
      if (!tables().contains(table)) {
        return 0;
      }
      throw failed("scrubbing " + table, e);
    }
  }

  /** The first fault found; null if there is none. */
  @Nullable DiskFault fault() {
    return health.fault();
  }

  /** Records the fault of a failed read and returns the exception to throw. */
  StoreException failed(String doing, RocksDBException cause) {
    health.readFailed(doing, cause);
    return new StoreException(doing, cause);
  }

  /** Records the fault of a failed write and returns the exception to throw. */
  StoreException writeFailed(String doing, RocksDBException cause) {
    health.writeFailed(doing, cause);
    return new StoreException(doing, cause);
  }

  /** Records that the content is inconsistent and returns the exception to throw. */
  StoreException damaged(String reason) {
    DiskFault fault = new DiskFault(DiskFault.Kind.DAMAGED, reason);
    health.note(fault);
    return new StoreException(fault);
  }

  /** Records a fault that was found outside the database. */
  void note(DiskFault fault) {
    health.note(fault);
  }

  /**
   * Opens the database in {@code dataDir}, or creates an empty one there.
   *
   * @throws DamagedException if its files are damaged
   * @throws DataDirException if it can't be opened for another reason
   */
  static Store open(Path dataDir, long memoryBytes) throws DamagedException {
    Path folder = dataDir.resolve(FOLDER);
    try {
      Files.createDirectories(folder);
      return new Store(folder, memoryBytes, false);
    } catch (IOException e) {
      throw unopened(dataDir, e);
    } catch (RocksDBException e) {
      if (StoreHealth.damaged(e.getStatus(), String.valueOf(e.getMessage()))) {
        throw new DamagedException(e);
      }
      throw unopened(dataDir, e);
    }
  }

  private static DataDirException unopened(Path dataDir, Exception cause) {
    return DataDirException.disk(
        dataDir,
        "can't be opened (" + cause.getMessage() + ")",
        "free space or rights on it, or start with a rebuild from the log",
        cause);
  }

  /** The database's files are damaged and unreadable. The state can be rebuilt from the log. */
  static final class DamagedException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    DamagedException(RocksDBException cause) {
      super("is damaged (" + cause.getMessage() + ")", cause);
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  StoreMemory memory() {
    try {
      return new StoreMemory(
          memoryBytes,
          cache.getUsage(),
          db.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables"),
          db.getAggregatedLongProperty("rocksdb.estimate-table-readers-mem"),
          db.getAggregatedLongProperty("rocksdb.total-sst-files-size"),
          db.getAggregatedLongProperty("rocksdb.estimate-pending-compaction-bytes"));
    } catch (RocksDBException e) {
      throw failed("measuring", e);
    }
  }

  @Override
  public void close() {
    List<ColumnFamilyHandle> handles = families.handles();
    handles.forEach(ColumnFamilyHandle::close);
    try {
      db.closeE();
    } catch (RocksDBException e) {
      throw new StoreException("closing", e);
    } finally {
      options.close();
      listener.close();
      families.close();
      writeBuffers.close();
      cache.close();
    }
  }
}
