package io.windsock.feeds.replay;

import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import java.io.IOException;
import java.time.Duration;

/** Computes the length of a replay in event time by reading its feed to the end. */
public final class ReplayLength {
  private ReplayLength() {}

  /**
   * Returns the event time from the first event that {@code options} select to the latest; zero if
   * they select fewer than two.
   *
   * @throws IOException if the feed can't be read
   */
  public static Duration read(ReplayTarget target, FeedSource source, ReplayOptions options)
      throws IOException {
    Selection selection = new Selection(options, target.catalogue(), target.topics());
    long firstMs = 0;
    long lastMs = 0;
    boolean any = false;
    try (FeedReader feed = source.open()) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        if (selection.topic(event) == null) {
          continue;
        }
        if (!any) {
          firstMs = event.eventTimeMs();
          lastMs = firstMs;
          any = true;
        }
        lastMs = Math.max(lastMs, event.eventTimeMs());
      }
    }
    return Duration.ofMillis(lastMs - firstMs);
  }
}
