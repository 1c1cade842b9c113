package io.windsock.feeds;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of events. Owned by one thread, the only one that may call it. Memory use is bounded
 * regardless of the feed's length.
 */
public interface FeedReader extends AutoCloseable {
  /**
   * Returns the next event; null at the end. Events are in order of event time, except that late
   * events of the feed stay late.
   *
   * <p>A record that can't be used is passed to the {@link FaultSink}, and reading continues.
   *
   * @throws IOException if the source itself fails; the rest can't be read
   */
  @Nullable FeedEvent next() throws IOException;

  /** Returns the counts so far. */
  FeedStats stats();

  @Override
  void close() throws IOException;
}
