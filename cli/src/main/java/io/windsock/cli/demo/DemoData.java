package io.windsock.cli.demo;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The demo's folder:
 *
 * <pre>
 *  broker/  topology/  sites/NAME/   what each part keeps
 *  replayed.json                     the replayed feed and its progress (ReplayBook)
 *  windsock.log  feed.rejects
 *  demo.lock                         held by the running demo
 * </pre>
 */
final class DemoData implements AutoCloseable {
  private static final List<String> OWN =
      List.of("broker", "topology", "sites", "replayed.json", "feed.rejects", "remote");

  private static final String LOCK = "demo.lock";

  private final Path folder;
  private final FileChannel lock;

  private DemoData(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Opens the folder for this demo exclusively, creating it if necessary.
   *
   * @param fresh deletes the data of an earlier run, and nothing else
   * @throws ConfigurationException if the path is not a folder
   * @throws Failure if the folder is not writable, or another demo runs on it
   */
  static DemoData open(Path folder, boolean fresh) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw ConfigurationException.of(
          "--data '" + folder + "'", "is not a folder; name another folder");
    }
    try {
      Files.createDirectories(folder);
      FileChannel lock = lock(folder);
      if (lock == null) {
        throw new Failure(
            "--data '" + folder + "' is in use by another demo: stop it, or name another folder");
      }
      DemoData data = new DemoData(folder, lock);
      try {
        if (fresh) {
          data.deleteOwn();
        }
      } catch (IOException | UncheckedIOException e) {
        data.close();
        throw e;
      }
      return data;
    } catch (IOException | UncheckedIOException e) {
      throw new Failure(
          "--data '" + folder + "' can't be used (" + e + "): name another folder", e);
    }
  }

  /** Returns the lock; null if another demo holds it, even one in this process. */
  private static @Nullable FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This process holds the lock; handled like a lock of another process.
    }
    channel.close();
    return null;
  }

  private void deleteOwn() throws IOException {
    for (String name : OWN) {
      Path path = folder.resolve(name);
      if (Files.exists(path)) {
        try (Stream<Path> files = Files.walk(path)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
    }
  }

  /** Releases the folder for other demos. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    return folder;
  }

  Path broker() {
    return folder.resolve("broker");
  }

  Path topology() {
    return folder.resolve("topology");
  }

  Path site(String name) {
    return folder.resolve("sites").resolve(name);
  }

  Path book() {
    return folder.resolve("replayed.json");
  }

  Path log() {
    return folder.resolve("windsock.log");
  }

  Path remote() {
    return folder.resolve("remote");
  }

  Path rejects() {
    return folder.resolve("feed.rejects");
  }
}
