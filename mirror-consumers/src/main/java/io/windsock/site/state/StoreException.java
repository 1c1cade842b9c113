package io.windsock.site.state;

import java.io.Serial;
import org.rocksdb.RocksDBException;

/** The database failed: a full disk, or damaged files. The site can't go on. */
public final class StoreException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  StoreException(String doing, RocksDBException cause) {
    super("RocksDB, " + doing + ": " + cause.getMessage(), cause);
  }
}
