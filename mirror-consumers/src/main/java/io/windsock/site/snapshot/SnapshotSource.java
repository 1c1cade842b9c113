package io.windsock.site.snapshot;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The snapshots that a site serves. Any thread may use it. */
public interface SnapshotSource {
  /** The source of a site that makes no snapshots. */
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

        @Override
        public Runnable hold(long number) {
          return () -> {};
        }
      };

  /** The newest complete snapshot; null if there is none. */
  @Nullable SnapshotManifest latest();

  /**
   * Returns a file of a snapshot, and keeps the snapshot for a while for the client that is loading
   * it.
   *
   * @return null if the snapshot no longer exists or has no such file
   */
  @Nullable Path file(long number, String name);

  /**
   * Keeps a snapshot for a client that is loading one of its files, however long that takes.
   *
   * @return to be run once, when the file is loaded or the client is gone; the snapshot is kept for
   *     a while after that, for the next file
   */
  Runnable hold(long number);
}
