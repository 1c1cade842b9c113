package io.windsock.feeds;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a feed holds, found out by reading it to its end.
 *
 * @param stats what became of its records
 * @param firstMs earliest event time, ms since the epoch; 0 without events
 * @param lastMs latest event time; 0 without events
 * @param types events by type
 * @param keys different keys, at most the bound that was asked for
 * @param keysExact false: there are more keys than that
 * @param late events that are earlier than one before them
 */
public record FeedInfo(
    FeedStats stats,
    long firstMs,
    long lastMs,
    SortedMap<String, Long> types,
    int keys,
    boolean keysExact,
    long late) {
  /** How many keys are told apart where nothing else is asked for: some 100 MB. */
  public static final int MAX_KEYS = 1_000_000;

  /**
   * Reads {@code feed} to its end, and leaves it open.
   *
   * @param maxKeys how many different keys are counted exactly
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

  /** Event time between the first event and the last, ms. */
  public long spanMs() {
    return lastMs - firstMs;
  }

  /** Events in a second of event time; 0 where all are of the same moment. */
  public double eventsPerSecond() {
    return spanMs() == 0 ? 0 : stats.events() * 1000.0 / spanMs();
  }
}
