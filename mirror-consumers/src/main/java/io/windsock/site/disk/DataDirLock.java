package io.windsock.site.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second site, of this process or another, out of a data directory. */
public final class DataDirLock implements AutoCloseable {
  private static final String FILE = "site.lock";
  private static final int MAX_HOLDER_BYTES = 32;

  private final FileChannel channel;

  private DataDirLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Creates the directory where there is none, and locks it.
   *
   * @throws DataDirException if it can't be written, or is in use
   */
  public static DataDirLock acquire(Path dataDir) {
    FileChannel channel;
    try {
      Files.createDirectories(dataDir);
      channel =
          FileChannel.open(
              dataDir.resolve(FILE),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new DataDirException(
          dataDir,
          DataDirException.Kind.DISK,
          "can't be written (" + e + ")",
          "name one that this user may write",
          e);
    }
    return lock(dataDir, channel);
  }

  private static DataDirLock lock(Path dataDir, FileChannel channel) {
    try {
      DataDirException.Kind taken = lock(channel);
      if (taken != null) {
        String holder = holder(channel);
        channel.close();
        throw new DataDirException(
            dataDir,
            taken,
            "is in use by process " + holder,
            "each site needs a directory of its own");
      }
      String pid = Long.toString(ProcessHandle.current().pid());
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)), 0);
      return new DataDirLock(channel);
    } catch (IOException e) {
      throw new DataDirException(
          dataDir,
          DataDirException.Kind.DISK,
          "can't be locked (" + e + ")",
          "use a local disk",
          e);
    }
  }

  /** Locks the file until the channel is closed; answers by whom it is held, null if by nobody. */
  private static DataDirException.@Nullable Kind lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock == null ? DataDirException.Kind.DISK : null;
    } catch (OverlappingFileLockException e) {
      return DataDirException.Kind.HELD; // by this very process
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(MAX_HOLDER_BYTES);
    channel.read(pid, 0);
    return new String(pid.array(), 0, pid.position(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The lock goes with the process at the latest.
      throw new java.io.UncheckedIOException(e);
    }
  }
}
