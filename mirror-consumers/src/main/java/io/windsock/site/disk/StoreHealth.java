package io.windsock.site.disk;

import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the first fault that a database has met, in a read, in a write or in its background work. A
 * database with a fault is not used again: it is opened anew, or rebuilt. Any thread may use it.
 */
public final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);

  /** How Linux words errors for which RocksDB has no status code of its own. */
  private static final String NO_FILE = "No such file or directory";

  private static final String READ_ERROR = "Input/output error";
  private static final String NO_DESCRIPTOR = "Too many open files";

  private volatile @Nullable DiskFault fault;

  /** The fault; null while there is none. */
  public @Nullable DiskFault fault() {
    return fault;
  }

  /** A read failed. For want of a file descriptor that is no fault, and the next may succeed. */
  public void readFailed(String doing, RocksDBException cause) {
    String message = String.valueOf(cause.getMessage());
    if (noDescriptor(message)) {
      LOG.warn("RocksDB, {}: {}", doing, message);
    } else {
      failed(doing, cause.getStatus(), message);
    }
  }

  /**
   * An operation of the writer failed. Whatever the cause, what the batch has changed in memory
   * can't be taken back, and RocksDB writes nothing more until it is opened anew.
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

  /**
   * Whether files of a database are damaged. A file that is missing, or that the disk can't read,
   * is as good as damaged.
   */
  public static boolean damaged(@Nullable Status status, String message) {
    return (status != null && status.getCode() == Status.Code.Corruption)
        || message.contains(NO_FILE)
        || message.contains(READ_ERROR);
  }

  /** Whether an operation failed because the process has as many files open as it may. */
  static boolean noDescriptor(String message) {
    return message.contains(NO_DESCRIPTOR);
  }

  /** Keeps the first fault; damage takes the place of a fault that may pass. */
  public synchronized void note(DiskFault found) {
    DiskFault before = fault;
    if (before == null || (found.damaged() && !before.damaged())) {
      fault = found;
      LOG.error("{}: {}", found.kind(), found.reason());
    }
  }

  /** Hears of faults in flushes and compactions. Owned by whoever opens the database. */
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
