package io.windsock.feeds.replay;

import io.windsock.feeds.FeedReader;
import java.io.IOException;

/** Opens a feed, once per loop of a replay; each time it yields the same events. */
@FunctionalInterface
public interface FeedSource {
  /**
   * Opens the feed at its beginning.
   *
   * @throws IOException if it can't be read
   */
  FeedReader open() throws IOException;
}
