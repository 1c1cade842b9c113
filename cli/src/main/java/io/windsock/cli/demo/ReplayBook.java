package io.windsock.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.show.Output;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Remembers, next to the data, which feed was replayed there and how far, so that a second start
 * goes on instead of sending the same again. Owned by one thread.
 */
final class ReplayBook {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A feed's entry.
   *
   * @param feed what tells it from others: files with their sizes and times, mappings
   * @param sent events from its beginning that are in the source topics for certain
   * @param done whether that is all of it
   * @param newestMs newest event time that any replay has sent here, ms since the epoch; 0: none
   */
  record Entry(String feed, long sent, boolean done, long newestMs) {
    static final Entry NONE = new Entry("", 0, false, 0);

    /** Whether this is the same feed's. */
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

  /** The last entry; {@link Entry#NONE} where nothing was replayed. */
  Entry last() {
    return entry;
  }

  /** Writes an entry, in one step. */
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
