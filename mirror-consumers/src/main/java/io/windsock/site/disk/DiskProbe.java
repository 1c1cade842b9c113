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
 * Probe that checks whether a data directory is writable by creating a folder and writing a small
 * file there. RocksDB rarely creates files, so without the probe a directory could become read-only
 * unnoticed. The file stays open between probes, and creating a folder opens no file. A process
 * without free file descriptors therefore still detects faults and reports none that the disk does
 * not have. Owned by one thread.
 */
public class DiskProbe implements AutoCloseable {
  /** Free space needed to restart a site whose disk was full. */
  static final long MIN_FREE_BYTES = 16L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(DiskProbe.class);
  private static final String FILE = "probe";
  private static final String FOLDER = "probe.dir";
  private static final int BYTES = 64 << 10;

  private final Path file;
  private final Path folder;
  private @Nullable FileChannel channel;

  /** Creates a probe of a directory. It touches the directory only when asked. */
  public DiskProbe(Path dataDir) {
    file = dataDir.resolve(FILE);
    folder = dataDir.resolve(FOLDER);
  }

  /** Why the directory is not writable, or null if it is. */
  public @Nullable DiskFault fault() {
    try {
      // The folder comes first: an open file may be writable where no file can be created.
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

  /** Writes the file, then truncates it to free its space. */
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

  /** Why a site that could not write {@code dataDir} can't restart yet, or null if it can. */
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
