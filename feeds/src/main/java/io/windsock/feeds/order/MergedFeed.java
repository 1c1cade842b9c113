package io.windsock.feeds.order;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several feeds as one, by event time: always the earliest of those that come next, of two at the
 * same time the one of the feed that was named first. A late event of a feed stays late. Owned by
 * one thread.
 */
public final class MergedFeed implements FeedReader {
  private final List<? extends FeedReader> feeds;
  private final Merge merge;

  /** Merges, and owns, {@code feeds}. */
  public MergedFeed(List<? extends FeedReader> feeds) {
    this.feeds = List.copyOf(feeds);
    this.merge = new Merge(feeds.stream().map(feed -> (Events) feed::next).toList());
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    return merge.next();
  }

  /** The sums; progress is the mean over the feeds, unknown if one's is. */
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
