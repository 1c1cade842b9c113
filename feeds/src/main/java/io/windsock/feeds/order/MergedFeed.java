package io.windsock.feeds.order;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges several feeds by event time: always returns the earliest of the next events, and of two at
 * the same time the one from the feed listed first. A late event of a feed stays late. Owned by one
 * thread.
 */
public final class MergedFeed implements FeedReader {
  private final List<? extends FeedReader> feeds;
  private final Merge merge;

  /** Merges {@code feeds} and takes ownership of them. */
  public MergedFeed(List<? extends FeedReader> feeds) {
    this.feeds = List.copyOf(feeds);
    this.merge = new Merge(feeds.stream().map(feed -> (Events) feed::next).toList());
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    return merge.next();
  }

  /**
   * Returns the sums; the progress is the mean over the feeds, or unknown if that of any feed is.
   */
  @Override
  public FeedStats stats() {
    FeedStats sum = FeedStats.NONE;
    double progress = 0;
    for (FeedReader feed : feeds) {
      FeedStats stats = feed.stats();
      sum = sum.plus(stats);
      progress = stats.progress() < 0 || progress < 0 ? -1 : progress + stats.progress();
    }
    return sum.withProgress(progress < 0 ? FeedStats.UNKNOWN : progress / feeds.size());
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (FeedReader feed : feeds) {
      try {
        feed.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
