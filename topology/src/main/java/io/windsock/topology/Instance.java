package io.windsock.topology;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of this instance among those that share an application: an id that persists in its
 * folder. After a restart with the same id, the instance takes its former place in the group, and
 * aborts the transaction that a killed predecessor left open, without waiting for either to time
 * out. The folder is locked, so two processes never have the same id.
 */
final class Instance implements AutoCloseable {
  private static final String ID_FILE = "instance";
  private static final String LOCK_FILE = "instance.lock";
  private static final Pattern ID = Pattern.compile("[a-f0-9-]{36}");

  private final FileChannel lock;
  private final String id;

  private Instance(FileChannel lock, String id) {
    this.lock = lock;
    this.id = id;
  }

  /**
   * Opens the identity stored in {@code folder}, or creates one.
   *
   * @throws ConfigurationException if the folder can't be written or another instance uses it
   */
  static Instance open(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel lock = lock(folder);
      if (lock == null) {
        throw ConfigurationException.of(
            "topology.stateDir",
            "another instance runs on " + folder + "; stop it, or choose another folder");
      }
      return new Instance(lock, id(folder.resolve(ID_FILE)));
    } catch (IOException e) {
      throw ConfigurationException.of(
          "topology.stateDir", "can't use " + folder + " (" + e + "); choose a folder to write to");
    }
  }

  private static @Nullable FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = channel.tryLock();
      if (held != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This process holds the lock; report it like another process's.
    }
    channel.close();
    return null;
  }

  private static String id(Path file) throws IOException {
    if (Files.exists(file)) {
      String id = Files.readString(file).strip();
      if (ID.matcher(id).matches()) {
        return id;
      }
    }
    String id = UUID.randomUUID().toString();
    Files.writeString(file, id);
    return id;
  }

  /** Returns the id, 36 characters. */
  String id() {
    return id;
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new IllegalStateException("can't unlock", e);
    }
  }
}
