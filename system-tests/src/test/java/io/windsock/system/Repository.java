package io.windsock.system;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files of this repository, from wherever in it the tests run. */
public final class Repository {
  private static final Path ROOT = root();

  private Repository() {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("grafana/dashboards"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException(
            "no grafana/dashboards above " + Path.of("").toAbsolutePath());
      }
    }
    return folder;
  }

  /** A file or folder, as {@code docker/prometheus}. */
  public static Path path(String relative) {
    return ROOT.resolve(relative);
  }
}
