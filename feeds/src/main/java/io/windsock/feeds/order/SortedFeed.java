package io.windsock.feeds.order;

import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A feed sorted by event time; events at the same time keep their order. The first call reads the
 * whole feed. Events that do not fit into memory are written to temporary files in sorted runs and
 * then merged, in several rounds if there are many. Owned by one thread.
 */
public final class SortedFeed implements FeedReader {
  /** The maximum number of open runs; each has a buffer of 64 KiB. */
  private static final int MAX_RUNS = 64;

  /** The memory that an event takes besides its key and value: objects and references. */
  private static final int EVENT_OVERHEAD_BYTES = 120;

  private static final Comparator<FeedEvent> BY_TIME =
      (a, b) -> Long.compare(a.eventTimeMs(), b.eventTimeMs());

  private final FeedReader feed;
  private final List<EventType> types;
  private final FeedLimits limits;
  private final List<EventRun> runs = new ArrayList<>();
  private List<FeedEvent> inMemory = new ArrayList<>();
  private long bytes;
  private @Nullable Events sorted;
  private long total;
  private long given;

  /**
   * Sorts {@code feed} and takes ownership of it.
   *
   * @param types the catalogue's types by ordinal
   */
  public SortedFeed(FeedReader feed, List<EventType> types, FeedLimits limits) {
    this.feed = feed;
    this.types = List.copyOf(types);
    this.limits = limits;
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    Events events = sorted;
    if (events == null) {
      events = sort();
      sorted = events;
    }
    FeedEvent event = events.next();
    given += event == null ? 0 : 1;
    return event;
  }

  private Events sort() throws IOException {
    for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
      inMemory.add(event);
      total++;
      bytes += EVENT_OVERHEAD_BYTES + event.key().length() + event.value().length;
      if (bytes >= limits.sortBytes()) {
        spill();
      }
    }
    if (runs.isEmpty()) {
      inMemory.sort(BY_TIME);
      return iterate(inMemory);
    }
    spill();
    while (runs.size() > MAX_RUNS) {
      mergeFirst();
    }
    return new Merge(List.copyOf(runs));
  }

  private static Events iterate(List<FeedEvent> events) {
    Iterator<FeedEvent> iterator = events.iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }

  private void spill() throws IOException {
    inMemory.sort(BY_TIME);
    runs.add(EventRun.write(limits.temporary(), iterate(inMemory), types));
    inMemory = new ArrayList<>();
    bytes = 0;
  }

  /**
   * Merges the first runs into one that takes their place, which keeps the order of equal times.
   */
  private void mergeFirst() throws IOException {
    List<EventRun> first = List.copyOf(runs.subList(0, MAX_RUNS));
    EventRun merged = EventRun.write(limits.temporary(), new Merge(List.copyOf(first)), types);
    for (EventRun run : first) {
      run.close();
    }
    runs.subList(0, MAX_RUNS).clear();
    runs.add(0, merged);
  }

  @Override
  public FeedStats stats() {
    double progress = sorted == null ? 0 : total == 0 ? 1 : (double) given / total;
    return feed.stats().withProgress(progress);
  }

  @Override
  public void close() throws IOException {
    for (EventRun run : runs) {
      run.close();
    }
    runs.clear();
    feed.close();
  }
}
