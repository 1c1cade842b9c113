package io.windsock.cli.feed;

import io.windsock.contracts.config.Failure;
import io.windsock.feeds.FaultSink;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.RejectsFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Records of a feed that could not be used: kept in a file and reported at the end. The thread that
 * reads the feed adds them; any thread may read the count.
 */
public final class Rejects implements FaultSink, AutoCloseable {
  private final RejectsFile file;
  private volatile long count;
  private volatile @Nullable FeedFault first;

  /** Writes rejects to {@code path}, which is created on the first one. */
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

  /** Returns the number of rejected records. */
  public long count() {
    return count;
  }

  /** Returns a message for the user; null if nothing was rejected. */
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
