package io.windsock.cli.demo;

import io.windsock.cli.feed.FeedFiles;
import io.windsock.cli.feed.Rejects;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.FeedSource;

/**
 * The feed that the demo replays.
 *
 * @param name what distinguishes it from other feeds, in words
 * @param source opens the feed at its beginning
 * @param sample whether it is the built-in sample
 */
record DemoFeed(String name, FeedSource source, boolean sample) {
  static DemoFeed sample(Catalogue catalogue) {
    return new DemoFeed(
        "built-in sample", () -> new GeneratedFeed(catalogue, GeneratorOptions.sample()), true);
  }

  static DemoFeed of(FeedFiles files, Catalogue catalogue, Rejects rejects) {
    return new DemoFeed(files.fingerprint(), () -> files.open(catalogue, rejects), false);
  }

  /** Returns this feed without its first {@code events}. */
  DemoFeed after(long events) {
    return new DemoFeed(name, () -> skipped(source.open(), events), sample);
  }

  private static FeedReader skipped(FeedReader feed, long events) throws java.io.IOException {
    for (long i = 0; i < events; i++) {
      if (feed.next() == null) {
        break;
      }
    }
    return feed;
  }
}
