package io.windsock.feeds;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A summary of a feed, obtained by reading it to its end.
 *
 * @param stats the counts of its records
 * @param firstMs the earliest event time, ms since the epoch; 0 without events
 * @param lastMs the latest event time; 0 without events
 * @param types the number of events by type
 * @param keys the number of distinct keys, capped at the requested bound
 * @param keysExact whether {@code keys} is exact rather than capped
 * @param late the number of events that are older than one before them
 */
public record FeedInfo(
    FeedStats stats,
    long firstMs,
    long lastMs,
    SortedMap<String, Long> types,
    int keys,
    boolean keysExact,
    long late) {
  /** The default bound on distinct keys, which takes about 100 MB. */
  public static final int MAX_KEYS = 1_000_000;

  /**
   * Reads {@code feed} to its end and leaves it open.
   *
   * @param maxKeys the maximum number of distinct keys to count
   */
  public static FeedInfo read(FeedReader feed, int maxKeys) throws IOException {
    Map<String, long[]> types = new TreeMap<>();
    Set<String> keys = new HashSet<>();
    boolean exact = true;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    long late = 0;
    for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
      types.computeIfAbsent(event.type().name(), name -> new long[1])[0]++;
      if (keys.size() < maxKeys) {
        keys.add(event.key());
      } else {
        exact &= keys.contains(event.key());
      }
      late += event.eventTimeMs() < last ? 1 : 0;
      first = Math.min(first, event.eventTimeMs());
      last = Math.max(last, event.eventTimeMs());
    }
    SortedMap<String, Long> counts = new TreeMap<>();
    types.forEach((name, count) -> counts.put(name, count[0]));
    boolean any = !counts.isEmpty();
    return new FeedInfo(
        feed.stats(), any ? first : 0, any ? last : 0, counts, keys.size(), exact, late);
  }

  /** Returns the event time between the first and the last event, ms. */
  public long spanMs() {
    return lastMs - firstMs;
  }

  /** Returns the events per second of event time; 0 if all have the same time. */
  public double eventsPerSecond() {
    return spanMs() == 0 ? 0 : stats.events() * 1000.0 / spanMs();
  }
}
