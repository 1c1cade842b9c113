package io.windsock.site.state;

import java.io.Serial;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The database failed: a full disk, or damaged files. The site can't go on. */
public final class StoreException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  StoreException(String doing, RocksDBException cause) {
    super("RocksDB, " + doing + ": " + cause.getMessage() + "; " + remedy(cause), cause);
  }

  private static String remedy(RocksDBException cause) {
    Status status = cause.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption
        ? "its files are damaged: start with a rebuild from the log"
        : "see to the disk, then start again: it goes on from what is there";
  }
}
