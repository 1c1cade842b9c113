package io.windsock.site.state;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBufferManager;

/**
 * An open database and everything native that belongs to it. Block cache and write buffers share
 * one bound.
 */
final class Store implements AutoCloseable {
  private static final String FOLDER = "db";

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

  static {
    RocksDB.loadLibrary();
  }

  private Store(Path folder, long memoryBytes) throws RocksDBException {
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
            .setAllowConcurrentMemtableWrite(false);
    db = RocksDB.open(options, folder.toString(), families.descriptors(), families.handles());
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
      return new Store(folder, memoryBytes);
    } catch (IOException e) {
      throw unopened(dataDir, e);
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status != null && status.getCode() == Status.Code.Corruption) {
        throw new DamagedException(e);
      }
      throw unopened(dataDir, e);
    }
  }

  private static DataDirException unopened(Path dataDir, Exception cause) {
    return new DataDirException(
        dataDir,
        "can't be opened (" + cause.getMessage() + ")",
        "free space or rights on it, or start with a rebuild from the log",
        cause);
  }

  /** The database's files are damaged: nothing can be read from them, and the log has it all. */
  static final class DamagedException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    private DamagedException(RocksDBException cause) {
      super("is damaged (" + cause.getMessage() + ")", cause);
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  /** Deletes the database in {@code dataDir}, if there is one. */
  static void delete(Path dataDir) {
    Path folder = dataDir.resolve(FOLDER);
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new DataDirException(dataDir, "can't be emptied (" + e + ")", "delete it by hand", e);
    }
  }

  StoreMemory memory() {
    try {
      return new StoreMemory(
          memoryBytes,
          cache.getUsage(),
          db.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables"),
          db.getAggregatedLongProperty("rocksdb.estimate-table-readers-mem"),
          db.getAggregatedLongProperty("rocksdb.total-sst-files-size"));
    } catch (RocksDBException e) {
      throw new StoreException("measuring", e);
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
      families.close();
      writeBuffers.close();
      cache.close();
    }
  }
}
