package io.windsock.site.snapshot;

import io.windsock.contracts.position.Token;
import io.windsock.site.disk.DiskStamp;
import java.util.List;

/**
 * Description of a snapshot. Immutable.
 *
 * @param number increases with each snapshot of a site
 * @param token the position of its state
 * @param digest the digest of its state
 * @param keys the number of keys
 * @param stamp what its state belongs to
 * @param format version of the layout on disk
 * @param files its files
 */
public record SnapshotManifest(
    long number,
    Token token,
    String digest,
    long keys,
    DiskStamp stamp,
    int format,
    List<SnapshotFile> files) {

  /** Copies the list. */
  public SnapshotManifest {
    files = List.copyOf(files);
  }

  /** The total size of the files. */
  public long bytes() {
    return files.stream().mapToLong(SnapshotFile::bytes).sum();
  }

  /** Whether it has a file of this name. */
  public boolean has(String name) {
    return files.stream().anyMatch(file -> file.name().equals(name));
  }
}
