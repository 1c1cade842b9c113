package io.windsock.feeds.order;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Several feeds as one, by event time: always the earliest of those that come next, of two at the
 * same time the one of the feed that was named first. A late event of a feed stays late. Owned by
 * one thread.
 */
public final class MergedFeed implements FeedReader {
  private final List<? extends FeedReader> feeds;
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(
          (a, b) -> {
            int byTime = Long.compare(a.event.eventTimeMs(), b.event.eventTimeMs());
            return byTime != 0 ? byTime : Integer.compare(a.feed, b.feed);
          });
  private boolean begun;

  /** The event that a feed is at. */
  private static final class Head {
    private final int feed;
    private FeedEvent event;

    Head(int feed, FeedEvent event) {
      this.feed = feed;
      this.event = event;
    }
  }

  /** Merges, and owns, {@code feeds}. */
  public MergedFeed(List<? extends FeedReader> feeds) {
    this.feeds = List.copyOf(feeds);
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    if (!begun) {
      begin();
    }
    Head head = heads.poll();
    if (head == null) {
      return null;
    }
    FeedEvent event = head.event;
    FeedEvent following = feeds.get(head.feed).next();
    if (following != null) {
      head.event = following;
      heads.add(head);
    }
    return event;
  }

  private void begin() throws IOException {
    begun = true;
    for (int i = 0; i < feeds.size(); i++) {
      FeedEvent event = feeds.get(i).next();
      if (event != null) {
        heads.add(new Head(i, event));
      }
    }
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
