package io.windsock.site.snapshot;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the snapshots are that a site serves. Any thread may use it. */
public interface SnapshotSource {
  /** Of a site that makes none. */
  SnapshotSource NONE =
      new SnapshotSource() {
        @Override
        public @Nullable SnapshotManifest latest() {
          return null;
        }

        @Override
        public @Nullable Path file(long number, String name) {
          return null;
        }
      };

  /** The newest one that is complete; null: there is none yet. */
  @Nullable SnapshotManifest latest();

  /**
   * A file of a snapshot, and keeps the snapshot for a while for whoever is loading it.
   *
   * @return null if there is no such snapshot any more, or it has no such file
   */
  @Nullable Path file(long number, String name);
}
