package io.windsock.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.show.Output;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Records, next to the data, which feed was replayed there and how far, so a later start resumes
 * instead of sending the same events again. One thread owns it.
 */
final class ReplayBook {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A feed's entry.
   *
   * @param feed what distinguishes it from other feeds: files with their sizes and times, mappings
   * @param sent events from its beginning that are known to be in the source topics
   * @param done whether the whole feed was sent
   * @param newestMs newest event time that any replay has sent here, ms since the epoch; 0: none
   */
  record Entry(String feed, long sent, boolean done, long newestMs) {
    static final Entry NONE = new Entry("", 0, false, 0);

    /** Whether this entry is for the same feed. */
    boolean of(String other) {
      return feed.equals(other);
    }
  }

  private final Path file;
  private Entry entry;

  ReplayBook(Path file) {
    this.file = file;
    entry = read(file);
  }

  private static Entry read(Path file) {
    if (!Files.exists(file)) {
      return Entry.NONE;
    }
    try {
      return JSON.readValue(Files.readString(file), Entry.class);
    } catch (IOException e) {
      throw new Failure(
          file + " can't be read (" + e.getMessage() + "): delete it, or start with --fresh", e);
    }
  }

  /** Returns the last entry; {@link Entry#NONE} if nothing was replayed. */
  Entry last() {
    return entry;
  }

  /** Writes an entry atomically. */
  void write(Entry newEntry) {
    if (newEntry.equals(entry)) {
      return;
    }
    try {
      Path next = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(next, Output.pretty(newEntry));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      entry = newEntry;
    } catch (IOException e) {
      throw new Failure("can't write " + file + ": " + e.getMessage() + "; free some space", e);
    }
  }
}
