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

/** Exclusive lock on a data directory, against other sites in this process and in others. */
public final class DataDirLock implements AutoCloseable {
  private static final String FILE = "site.lock";
  private static final int MAX_HOLDER_BYTES = 32;

  private final FileChannel channel;

  private DataDirLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks the directory, creating it if necessary.
   *
   * @throws DataDirException if the directory is not writable or is in use
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
      throw DataDirException.disk(
          dataDir, "can't be written (" + e + ")", "name one that this user may write", e);
    }
    return lock(dataDir, channel);
  }

  private static DataDirLock lock(Path dataDir, FileChannel channel) {
    try {
      return lockOrFail(dataDir, channel);
    } catch (IOException e) {
      close(channel, e); // or a later try would find it locked by this process
      throw DataDirException.disk(dataDir, "can't be locked (" + e + ")", "use a local disk", e);
    }
  }

  private static DataDirLock lockOrFail(Path dataDir, FileChannel channel) throws IOException {
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
  }

  private static void close(FileChannel channel, IOException fault) {
    try {
      channel.close();
    } catch (IOException e) {
      fault.addSuppressed(e);
    }
  }

  /**
   * Locks the file until the channel is closed. Returns null on success, or the kind of conflict.
   */
  private static DataDirException.@Nullable Kind lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock == null ? DataDirException.Kind.DISK : null;
    } catch (OverlappingFileLockException e) {
      return DataDirException.Kind.HELD; // held by this process
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
      // The lock is released when the process ends at the latest.
      throw new java.io.UncheckedIOException(e);
    }
  }
}
