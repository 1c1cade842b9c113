package io.windsock.cli.feed;

import io.windsock.contracts.config.Failure;
import io.windsock.feeds.FaultSink;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.RejectsFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What of a feed could not be used: kept in a file, and told at the end. The thread that reads the
 * feed adds; any thread may ask for the count.
 */
public final class Rejects implements FaultSink, AutoCloseable {
  private final RejectsFile file;
  private volatile long count;
  private volatile @Nullable FeedFault first;

  /** Kept in {@code path}, which is made when there is something to keep. */
  public Rejects(Path path) {
    file = new RejectsFile(path);
  }

  @Override
  public void fault(FeedFault fault) {
    try {
      file.fault(fault);
    } catch (IOException e) {
      throw new Failure(
          "can't write '" + file.path() + "' (" + e + "): name another file with --rejects", e);
    }
    first = first == null ? fault : first;
    count = file.count();
  }

  /** How many records were rejected. */
  public long count() {
    return count;
  }

  /** What to tell a person; null if nothing was rejected. */
  public @Nullable String message() {
    FeedFault example = first;
    if (example == null) {
      return null;
    }
    String records = count == 1 ? "1 record" : count + " records";
    return records + " could not be used, kept in " + file.path() + "; the first: " + example;
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new Failure("can't write '" + file.path() + "' to its end: " + e, e);
    }
  }
}
