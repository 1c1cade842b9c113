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
 * An open database and everything native that belongs to it. Block cache and write buffers share
 * one bound.
 */
final class Store implements AutoCloseable {
  static final String FOLDER = "db";

  /** Of the memory bound, what write buffers may take: one part in this many. */
  private static final int WRITE_BUFFER_SHARE = 2;

  /** Write buffers of the three large families, two of each at a time. */
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
    cache = new LRUCache(memoryBytes);
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

  /** Opens the files of a {@link #checkpoint}, which stay as they are. */
  static Store openReadOnly(Path folder, long memoryBytes) {
    try {
      return new Store(folder, memoryBytes, true);
    } catch (RocksDBException e) {
      throw new StoreException("opening " + folder, e);
    }
  }

  /**
   * Makes a second database of what this one has now, mostly by links to its files, and syncs it.
   * It ends with a whole write, because a write is whole or not at all in the write-ahead log.
   *
   * @param folder where; must not exist, its parent must
   */
  void checkpoint(Path folder) {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(folder.toString());
    } catch (RocksDBException e) {
      throw failed("making a checkpoint", e);
    }
  }

  /** Reads all files and holds every block to its checksum. */
  void verify() {
    try {
      db.verifyChecksum();
    } catch (RocksDBException e) {
      throw failed("verifying", e);
    }
  }

  /** The paths of the table files that it has now. */
  List<String> tables() {
    List<String> tables = new ArrayList<>();
    for (LiveFileMetaData table : db.getLiveFilesMetaData()) {
      tables.add(table.path() + table.fileName());
    }
    return tables;
  }

  /**
   * Reads one table file, past the block cache, and holds every block to its checksum. A file that
   * a compaction has deleted meanwhile is nothing to find fault with.
   *
   * @return how many bytes it has
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

  /** The fault that it has met; null while there is none. */
  @Nullable DiskFault fault() {
    return health.fault();
  }

  /** A read failed: notes the fault, and answers what to throw. */
  StoreException failed(String doing, RocksDBException cause) {
    health.readFailed(doing, cause);
    return new StoreException(doing, cause);
  }

  /** An operation of the writer failed: notes the fault, and answers what to throw. */
  StoreException writeFailed(String doing, RocksDBException cause) {
    health.writeFailed(doing, cause);
    return new StoreException(doing, cause);
  }

  /** What it holds does not fit together: notes the fault, and answers what to throw. */
  StoreException damaged(String reason) {
    DiskFault fault = new DiskFault(DiskFault.Kind.DAMAGED, reason);
    health.note(fault);
    return new StoreException(fault);
  }

  /** Something beside the database's own work found a fault. */
  void note(DiskFault fault) {
    health.note(fault);
  }

  /**
   * Opens the database in {@code dataDir}, or makes an empty one there.
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
    return new DataDirException(
        dataDir,
        DataDirException.Kind.DISK,
        "can't be opened (" + cause.getMessage() + ")",
        "free space or rights on it, or start with a rebuild from the log",
        cause);
  }

  /** The database's files are damaged: nothing can be read from them, and the log has it all. */
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
