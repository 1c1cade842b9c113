package io.windsock.site.disk;

import java.io.Serial;
import org.rocksdb.RocksDBException;

/**
 * Thrown if the database fails, such as for a full disk or damaged files. {@link StoreHealth} holds
 * the fault.
 */
public final class StoreException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  public StoreException(String doing, RocksDBException cause) {
    super("RocksDB, " + doing + ": " + cause.getMessage() + "; " + remedy(cause), cause);
  }

  public StoreException(DiskFault fault) {
    super(fault.reason());
  }

  private static String remedy(RocksDBException cause) {
    if (StoreHealth.noDescriptor(String.valueOf(cause.getMessage()))) {
      return "raise the limit of open files (ulimit -n)";
    }
    return StoreHealth.damaged(cause.getStatus(), String.valueOf(cause.getMessage()))
        ? "its files are damaged: the state has to be rebuilt"
        : "free space on the disk, or make its directory writable";
  }
}
