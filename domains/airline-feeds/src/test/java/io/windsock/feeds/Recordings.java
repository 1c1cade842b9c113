package io.windsock.feeds;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The recorded feeds beside the project; tests that need them are skipped where they are absent.
 */
final class Recordings {
  private Recordings() {}

  /** The recording of that name; skips the test that asks for it if there is none. */
  static String file(String name) {
    Path folder = folder();
    Path file = folder == null ? Path.of(name) : folder.resolve(name);
    boolean there = folder != null && Files.exists(file);
    if (!there) { // Maven's output does not tell why a test was skipped
      System.out.println(
          "skipped: no recorded feed " + name + "; -Dwindsock.feeds=FOLDER names it");
    }
    assumeTrue(there, "no recorded feeds");
    return file.toString();
  }

  private static @Nullable Path folder() {
    String set = System.getProperty("windsock.feeds");
    if (set != null) {
      return Path.of(set);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path folder = at.resolve("shared").resolve("feeds");
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return null;
  }
}
