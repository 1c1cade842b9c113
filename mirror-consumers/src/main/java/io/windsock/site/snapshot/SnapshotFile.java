package io.windsock.site.snapshot;

import java.util.regex.Pattern;

/**
 * A file of a snapshot: one of the database's, and nothing else.
 *
 * @param name its name, without any folder
 * @param bytes its size
 */
public record SnapshotFile(String name, long bytes) {
  /** What RocksDB names the files that make up a database. */
  private static final Pattern NAME =
      Pattern.compile("CURRENT|MANIFEST-[0-9]{1,20}|OPTIONS-[0-9]{1,20}|[0-9]{1,20}\\.(sst|log)");

  /** Refuses any other name, and a negative size. */
  public SnapshotFile {
    if (!admits(name) || bytes < 0) {
      throw new IllegalArgumentException("no file of a snapshot: '" + name + "', " + bytes);
    }
  }

  /** Whether a snapshot can have a file of this name. */
  static boolean admits(String name) {
    return NAME.matcher(name).matches();
  }
}
