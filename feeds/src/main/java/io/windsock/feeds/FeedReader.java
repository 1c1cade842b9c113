package io.windsock.feeds;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of events. Owned by one thread, which alone may call it. Memory is bounded whatever
 * the length of the feed.
 */
public interface FeedReader extends AutoCloseable {
  /**
   * The next event; null at the end. Events come in order of event time as far as the feed does: a
   * feed that holds late events gives them late.
   *
   * <p>A record that can't be used goes to the {@link FaultSink} and reading goes on.
   *
   * @throws IOException if the source itself fails; what follows can't be read
   */
  @Nullable FeedEvent next() throws IOException;

  /** Counts so far. */
  FeedStats stats();

  @Override
  void close() throws IOException;
}
