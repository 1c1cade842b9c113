package io.windsock.site.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes and moves whole folders of a data directory. */
public final class Folders {
  private Folders() {}

  /** Deletes {@code folder} with its content, if it exists. */
  public static void delete(Path dataDir, Path folder) {
    try {
      delete(folder);
    } catch (IOException e) {
      throw DataDirException.disk(dataDir, "can't be emptied (" + e + ")", "delete it by hand", e);
    }
  }

  /** Deletes {@code folder} with its content, if it exists. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> inside;
    try (Stream<Path> files = Files.walk(folder)) {
      inside = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : inside) {
      Files.deleteIfExists(file);
    }
  }

  /** Renames a folder atomically. */
  public static void move(Path dataDir, Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw DataDirException.disk(
          dataDir, "can't be changed (" + e + ")", "give this user the right to write it", e);
    }
  }
}
