package io.windsock.site.snapshot;

import io.windsock.site.disk.DiskStamp;
import io.windsock.site.disk.Folders;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots on disk, each in a folder named by its number. One without a manifest is incomplete
 * and ignored. Owned by the keeper's thread.
 */
final class SnapshotFolder {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotFolder.class);
  private static final String MANIFEST = "manifest.json";
  private static final String UNSYNCED = "manifest.tmp";

  private final Path folder;
  private final DiskStamp stamp;
  private final long epoch;

  SnapshotFolder(Path dataDir, DiskStamp stamp, long epoch) {
    folder = dataDir.resolve(SiteState.SNAPSHOTS);
    this.stamp = stamp;
    this.epoch = epoch;
  }

  /** Returns the complete snapshots of this topic, oldest first, and deletes the others. */
  List<SnapshotManifest> open() {
    List<SnapshotManifest> found = new ArrayList<>();
    try {
      Files.createDirectories(folder);
      for (Path entry : inside(folder)) {
        SnapshotManifest manifest = read(entry);
        if (manifest == null) {
          Folders.delete(entry);
        } else {
          found.add(manifest);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(Comparator.comparingLong(SnapshotManifest::number));
    return found;
  }

  private static List<Path> inside(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  private @Nullable SnapshotManifest read(Path entry) {
    try {
      SnapshotManifest manifest = ManifestJson.read(Files.readAllBytes(entry.resolve(MANIFEST)));
      boolean mine =
          manifest.stamp().equals(stamp)
              && manifest.format() == DiskStamp.FORMAT
              && entry.equals(path(manifest.number()));
      return mine ? manifest : null;
    } catch (IOException | IllegalArgumentException e) {
      LOG.info("{} holds no whole snapshot: {}", entry, e.toString());
      return null;
    }
  }

  /** Creates and syncs a snapshot of the current {@code state}, writing the manifest last. */
  SnapshotManifest make(SiteState state, long number) {
    Path target = path(number);
    try {
      Folders.delete(target);
      Files.createDirectories(folder);
      state.checkpoint(target);
      Digest digest = SiteState.readCheckpoint(target, epoch);
      SnapshotManifest manifest =
          new SnapshotManifest(
              number,
              digest.token(),
              digest.maintained(),
              digest.keys(),
              stamp,
              DiskStamp.FORMAT,
              files(target));
      write(target, manifest);
      return manifest;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<SnapshotFile> files(Path target) throws IOException {
    List<SnapshotFile> files = new ArrayList<>();
    for (Path file : inside(target)) {
      String name = file.getFileName().toString();
      if (SnapshotFile.admits(name)) {
        files.add(new SnapshotFile(name, Files.size(file)));
      }
    }
    files.sort(Comparator.comparing(SnapshotFile::name));
    return files;
  }

  private static void write(Path target, SnapshotManifest manifest) throws IOException {
    Path unsynced = target.resolve(UNSYNCED);
    Files.write(unsynced, ManifestJson.write(manifest));
    try (FileChannel channel = FileChannel.open(unsynced, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(unsynced, target.resolve(MANIFEST), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether a snapshot still exists on disk. */
  boolean holds(long number) {
    return Files.exists(path(number).resolve(MANIFEST));
  }

  /** The folder of the snapshot with this number. */
  Path path(long number) {
    return folder.resolve(Long.toString(number));
  }

  /** Deletes a snapshot. Readers that have one of its files open can finish. */
  void delete(long number) {
    try {
      Folders.delete(path(number));
    } catch (IOException e) {
      LOG.warn("snapshot {} can't be deleted: {}", number, e.toString());
    }
  }
}
