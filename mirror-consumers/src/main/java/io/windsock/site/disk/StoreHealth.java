package io.windsock.site.disk;

import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holder of the first fault found in a database's reads, writes or background work. A database with
 * a fault is not used again, but reopened or rebuilt. Any thread may use it.
 */
public final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);

  /** Linux's text for errors that have no status code in RocksDB. */
  private static final String NO_FILE = "No such file or directory";

  private static final String READ_ERROR = "Input/output error";
  private static final String NO_DESCRIPTOR = "Too many open files";

  private volatile @Nullable DiskFault fault;

  /** The fault; null if there is none. */
  public @Nullable DiskFault fault() {
    return fault;
  }

  /**
   * Records a failed read. Running out of file descriptors is no fault: the next read may succeed.
   */
  public void readFailed(String doing, RocksDBException cause) {
    String message = String.valueOf(cause.getMessage());
    if (noDescriptor(message)) {
      LOG.warn("RocksDB, {}: {}", doing, message);
    } else {
      failed(doing, cause.getStatus(), message);
    }
  }

  /**
   * Records a failed operation of the writer. Any cause counts: the batch's changes in memory can't
   * be undone, and RocksDB refuses further writes until it is reopened.
   */
  public void writeFailed(String doing, RocksDBException cause) {
    failed(doing, cause.getStatus(), String.valueOf(cause.getMessage()));
  }

  private void failed(String doing, @Nullable Status status, String message) {
    boolean damaged = damaged(status, message);
    note(
        new DiskFault(
            damaged ? DiskFault.Kind.DAMAGED : DiskFault.Kind.UNWRITABLE,
            "RocksDB, " + doing + ": " + message));
  }

  /** Whether files of a database are damaged. A missing or unreadable file counts as damaged. */
  public static boolean damaged(@Nullable Status status, String message) {
    return (status != null && status.getCode() == Status.Code.Corruption)
        || message.contains(NO_FILE)
        || message.contains(READ_ERROR);
  }

  /** Whether an operation failed because the process has reached its limit of open files. */
  static boolean noDescriptor(String message) {
    return message.contains(NO_DESCRIPTOR);
  }

  /** Records a fault. The first one is kept, but damage replaces a fault that may be temporary. */
  public synchronized void note(DiskFault found) {
    DiskFault before = fault;
    if (before == null || (found.damaged() && !before.damaged())) {
      fault = found;
      LOG.error("{}: {}", found.kind(), found.reason());
    }
  }

  /**
   * A listener for faults in flushes and compactions. The caller that opens the database owns it.
   */
  public AbstractEventListener listener() {
    return new AbstractEventListener(
        AbstractEventListener.EnabledEventCallback.ON_BACKGROUND_ERROR) {
      @Override
      public void onBackgroundError(BackgroundErrorReason reason, Status status) {
        String doing = reason.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        failed("background " + doing, status, text(status));
      }
    };
  }

  private static String text(Status status) {
    return status.getState() == null ? status.getCodeString() : status.getState();
  }
}
