package io.windsock.site.snapshot;

import java.util.regex.Pattern;

/**
 * A database file within a snapshot.
 *
 * @param name its name, without a folder
 * @param bytes its size
 */
public record SnapshotFile(String name, long bytes) {
  /** RocksDB's names for the files that make up a database. */
  private static final Pattern NAME =
      Pattern.compile("CURRENT|MANIFEST-[0-9]{1,20}|OPTIONS-[0-9]{1,20}|[0-9]{1,20}\\.(sst|log)");

  /** Rejects any other name, and a negative size. */
  public SnapshotFile {
    if (!admits(name) || bytes < 0) {
      throw new IllegalArgumentException("not a file of a snapshot: '" + name + "', " + bytes);
    }
  }

  /** Whether a snapshot may contain a file of this name. */
  static boolean admits(String name) {
    return NAME.matcher(name).matches();
  }
}
