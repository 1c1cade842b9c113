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
 *  replayed.json                     how far which feed was replayed (ReplayBook)
 *  windsock.log  feed.rejects
 *  demo.lock                         held by the demo that runs on it
 * </pre>
 */
final class DemoData implements AutoCloseable {
  private static final List<String> OWN =
      List.of("broker", "topology", "sites", "replayed.json", "feed.rejects");

  private static final String LOCK = "demo.lock";

  private final Path folder;
  private final FileChannel lock;

  private DemoData(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Opens the folder, creating it, for this demo alone.
   *
   * @param fresh deletes what an earlier run left there, and nothing else
   * @throws ConfigurationException if it is no folder
   * @throws Failure if it can't be written, or another demo runs on it
   */
  static DemoData open(Path folder, boolean fresh) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw ConfigurationException.of(
          "--data '" + folder + "'", "is no folder; name another folder");
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

  /** Null if another holds it, also if that other is in this process. */
  private static @Nullable FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Held by this process: told as if it were another's.
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

  /** Lets other demos use the folder. */
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

  Path rejects() {
    return folder.resolve("feed.rejects");
  }
}
