package io.windsock.evaluation.machine;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The space that brokers have for their files. */
public final class DiskSpace {
  private static final double BYTES_PER_GB = 1e9;

  /** The JVM reads java.io.tmpdir, and not the variable TMPDIR. */
  private static final String REMEDY =
      "make space, or name another folder: WINDSOCK_JAVA_OPTS=-Djava.io.tmpdir=FOLDER";

  private DiskSpace() {}

  /**
   * Checks that a folder has space. A broker ends where it has none, after hours perhaps.
   *
   * @param gigabytes how much is needed
   * @throws Failure if the folder has less, or does not exist
   */
  public static void check(Path folder, double gigabytes) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new Failure("the folder for temporary files, " + folder + ", does not exist: make it");
    }
    double usable = Files.getFileStore(folder).getUsableSpace() / BYTES_PER_GB;
    if (usable < gigabytes) {
      throw new Failure(
          String.format(
              Locale.ROOT,
              "brokers need %.0f GB for temporary files, and %s has %.1f GB: %s",
              gigabytes,
              folder,
              usable,
              REMEDY));
    }
  }
}
