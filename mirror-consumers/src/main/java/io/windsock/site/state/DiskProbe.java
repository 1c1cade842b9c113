package io.windsock.site.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether a data directory can be written, by writing a small file there. RocksDB creates
 * a file only now and then, so a directory that has become read-only would go unnoticed until then.
 * Any thread may call it.
 */
public final class DiskProbe {
  /** Free space without which a site that has found its disk full does not start again. */
  static final long MIN_FREE_BYTES = 16L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(DiskProbe.class);
  private static final String FILE = "probe";
  private static final int BYTES = 64 << 10;

  private DiskProbe() {}

  /** Why {@code dataDir} can't be written; null if it can. */
  public static @Nullable DiskFault fault(Path dataDir) {
    Path file = dataDir.resolve(FILE);
    try {
      write(file);
      return null;
    } catch (IOException e) {
      return fault("writing " + file + ": " + e.getMessage());
    } finally {
      remove(file);
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.debug("{} can't be deleted: {}", file, e.toString()); // the next probe overwrites it
    }
  }

  /** Why a site that could not write {@code dataDir} can't start again yet; null if it can. */
  public static @Nullable DiskFault stillFaulty(Path dataDir) {
    DiskFault fault = fault(dataDir);
    if (fault != null) {
      return fault;
    }
    try {
      long free = Files.getFileStore(dataDir).getUsableSpace();
      return free >= MIN_FREE_BYTES
          ? null
          : fault(
              dataDir
                  + " has "
                  + free
                  + " bytes free: No space left on device below "
                  + MIN_FREE_BYTES);
    } catch (IOException e) {
      return fault("looking at the free space of " + dataDir + ": " + e.getMessage());
    }
  }

  private static DiskFault fault(String reason) {
    return new DiskFault(DiskFault.Kind.UNWRITABLE, reason);
  }

  private static void write(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(BYTES);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
