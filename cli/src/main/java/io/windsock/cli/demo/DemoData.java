package io.windsock.cli.demo;

import io.windsock.cli.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The demo's folder:
 *
 * <pre>
 *  broker/  topology/  sites/NAME/   what each part keeps
 *  replayed.json                     how far which feed was replayed (ReplayBook)
 *  windsock.log  feed.rejects
 * </pre>
 */
final class DemoData {
  private static final List<String> OWN =
      List.of("broker", "topology", "sites", "replayed.json", "feed.rejects");

  private final Path folder;

  private DemoData(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens the folder, creating it.
   *
   * @param fresh deletes what an earlier run left there, and nothing else
   * @throws Failure if it can't be written
   */
  static DemoData open(Path folder, boolean fresh) {
    try {
      Files.createDirectories(folder);
      DemoData data = new DemoData(folder);
      if (fresh) {
        data.deleteOwn();
      }
      return data;
    } catch (IOException | UncheckedIOException e) {
      throw new Failure(
          "--data '" + folder + "' can't be used (" + e + "): name another folder", e);
    }
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
