package io.windsock.site.disk;

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
 * Finds out whether a data directory can be written, by making a folder and writing a small file
 * there. RocksDB creates a file only now and then, so a directory that has become read-only would
 * go unnoticed until then. The file stays open between two probes, and making a folder opens none:
 * a process that has no file descriptor left still finds a fault, and finds none that the disk does
 * not have. One thread owns it.
 */
public class DiskProbe implements AutoCloseable {
  /** Free space without which a site that has found its disk full does not start again. */
  static final long MIN_FREE_BYTES = 16L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(DiskProbe.class);
  private static final String FILE = "probe";
  private static final String FOLDER = "probe.dir";
  private static final int BYTES = 64 << 10;

  private final Path file;
  private final Path folder;
  private @Nullable FileChannel channel;

  /** A probe of a directory, which it touches only when asked. */
  public DiskProbe(Path dataDir) {
    file = dataDir.resolve(FILE);
    folder = dataDir.resolve(FOLDER);
  }

  /** Why the directory can't be written; null if it can. */
  public @Nullable DiskFault fault() {
    try {
      // First: a file that is open can be written where none can be made any more.
      Files.deleteIfExists(folder);
      Files.createDirectory(folder);
      Files.delete(folder);
      write();
      return null;
    } catch (IOException e) {
      String reason = "writing " + file + ": " + e.getMessage();
      if (StoreHealth.noDescriptor(reason)) {
        LOG.debug("not probed: {}", reason);
        return null;
      }
      return fault(reason);
    }
  }

  /** Writes the file, and empties it: it is to take no space from anybody. */
  private void write() throws IOException {
    FileChannel open = channel;
    if (open == null) {
      open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel = open;
    }
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    try {
      while (bytes.hasRemaining()) {
        open.write(bytes, bytes.position());
      }
    } finally {
      open.truncate(0);
    }
  }

  /** Why a site that could not write {@code dataDir} can't start again yet; null if it can. */
  public static @Nullable DiskFault stillFaulty(Path dataDir) {
    try (DiskProbe probe = new DiskProbe(dataDir)) {
      DiskFault fault = probe.fault();
      return fault == null ? tooFull(dataDir) : fault;
    }
  }

  private static @Nullable DiskFault tooFull(Path dataDir) {
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

  @Override
  public void close() {
    try {
      if (channel != null) {
        channel.close();
      }
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.debug("{} can't be deleted: {}", file, e.toString()); // the next probe overwrites it
    }
  }
}
