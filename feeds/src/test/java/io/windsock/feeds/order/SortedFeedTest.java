package io.windsock.feeds.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedFeedTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final EventType TYPE = CATALOGUE.type("FlightPosition");

  private final Path folder;

  SortedFeedTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** Events that are in memory. */
  private static final class Given implements FeedReader {
    private final Iterator<FeedEvent> events;
    private boolean closed;

    Given(List<FeedEvent> events) {
      this.events = events.iterator();
    }

    @Override
    public @Nullable FeedEvent next() {
      return events.hasNext() ? events.next() : null;
    }

    @Override
    public FeedStats stats() {
      return FeedStats.NONE;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static FeedEvent event(long time, int number) {
    return new FeedEvent(TYPE, "é" + number, time, new byte[] {(byte) number, 1, 2});
  }

  private SortedFeed sorted(FeedReader feed, long bytes) {
    return new SortedFeed(feed, CATALOGUE.types(), new FeedLimits(1024, bytes, 1, folder));
  }

  private static List<FeedEvent> all(FeedReader feed) throws IOException {
    List<FeedEvent> all = new ArrayList<>();
    for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
      all.add(event);
    }
    return all;
  }

  private int files() throws IOException {
    try (var list = Files.list(folder)) {
      return (int) list.count();
    }
  }

  /** 64 KiB hold some 500 events: in memory, in a few runs, in more than can be merged at once. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300, 5_000, 60_000})
  void shouldSortAndKeepTheOrderOfEqualTimes(int count) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<FeedEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(event(random.nextInt(count / 4 + 1), i));
    }
    List<FeedEvent> expected = new ArrayList<>(events);
    expected.sort(Comparator.comparingLong(FeedEvent::eventTimeMs));
    Given given = new Given(events);

    try (SortedFeed sorted = sorted(given, 64 << 10)) {
      List<FeedEvent> found = all(sorted);

      assertThat(found).hasSameSizeAs(expected);
      for (int i = 0; i < count; i++) {
        assertThat(found.get(i).key()).as("seed %d", seed).isEqualTo(expected.get(i).key());
        assertThat(found.get(i).eventTimeMs()).isEqualTo(expected.get(i).eventTimeMs());
        assertThat(found.get(i).value()).isEqualTo(expected.get(i).value());
        assertThat(found.get(i).type()).isSameAs(TYPE);
      }
      assertThat(files() > 0).isEqualTo(count > 1000);
      assertThat(files()).isLessThanOrEqualTo(64);
      assertThat(sorted.stats().progress()).isEqualTo(1);
      assertThat(sorted.next()).isNull();
    }
    assertThat(files()).isZero();
    assertThat(given.closed).isTrue();
  }

  @Test
  void shouldRemoveItsFilesWhenClosedEarly() throws Exception {
    List<FeedEvent> events = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      events.add(event(-i, i));
    }
    try (SortedFeed sorted = sorted(new Given(events), 64 << 10)) {
      assertThat(sorted.next()).isNotNull();
      assertThat(files()).isPositive();
      assertThat(sorted.stats().progress()).isEqualTo(1.0 / 5_000);
    }
    assertThat(files()).isZero();
  }

  @Test
  void shouldMergeByTimeAndThenByFeed() throws Exception {
    FeedReader a = new Given(List.of(event(1, 1), event(5, 2), event(3, 3), event(7, 4)));
    FeedReader b = new Given(List.of(event(1, 5), event(4, 6), event(7, 7)));
    FeedReader none = new Given(List.of());

    try (MergedFeed merged = new MergedFeed(List.of(a, none, b))) {
      // The late event 3 of the first feed comes when the feed gives it.
      assertThat(all(merged))
          .extracting(FeedEvent::key)
          .containsExactly("é1", "é5", "é6", "é2", "é3", "é4", "é7");
    }
  }
}
