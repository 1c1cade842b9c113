package io.windsock.feeds.aviation.bts;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;

/**
 * Converts local clock times to instants. A clock time without a date recurs every day, and twice
 * when clocks go back; an approximate instant decides which one is meant. Pure; instants in ms
 * since the epoch, clock times in minutes since midnight.
 */
final class LocalClock {
  static final long DAY_MS = 86_400_000;
  static final long MINUTE_MS = 60_000;

  private LocalClock() {}

  /** Returns the instant nearest to {@code expectedMs} at which the clock shows {@code minutes}. */
  static long nearest(long expectedMs, int minutes, ZoneRules zone) {
    long day = localDay(expectedMs, zone);
    long best = Long.MAX_VALUE;
    for (long d = day - 1; d <= day + 1; d++) {
      for (ZoneOffset offset : offsets(d, minutes, zone)) {
        long instant = instantMs(d, minutes, offset);
        boolean nearer =
            best == Long.MAX_VALUE || Math.abs(instant - expectedMs) < Math.abs(best - expectedMs);
        best = nearer ? instant : best;
      }
    }
    return best;
  }

  /** Returns the first instant from {@code fromMs} on at which the clock shows {@code minutes}. */
  static long firstFrom(long fromMs, int minutes, ZoneRules zone) {
    long day = localDay(fromMs, zone);
    long best = Long.MAX_VALUE;
    for (long d = day - 1; d <= day + 2; d++) {
      for (ZoneOffset offset : offsets(d, minutes, zone)) {
        long instant = instantMs(d, minutes, offset);
        best = instant >= fromMs ? Math.min(best, instant) : best;
      }
    }
    return best;
  }

  /** Returns the instant at which the clock shows {@code minutes} on a day; the earlier of two. */
  static long on(long epochDay, int minutes, ZoneRules zone) {
    return instantMs(epochDay, minutes, offsets(epochDay, minutes, zone).get(0));
  }

  private static long localDay(long instantMs, ZoneRules zone) {
    ZoneOffset offset = zone.getOffset(Instant.ofEpochMilli(instantMs));
    return Math.floorDiv(instantMs + offset.getTotalSeconds() * 1000L, DAY_MS);
  }

  private static long instantMs(long epochDay, int minutes, ZoneOffset offset) {
    return epochDay * DAY_MS + minutes * MINUTE_MS - offset.getTotalSeconds() * 1000L;
  }

  /** Returns the possible offsets from UTC when clocks show the time; never empty. */
  private static List<ZoneOffset> offsets(long epochDay, int minutes, ZoneRules zone) {
    long localSeconds = epochDay * (DAY_MS / 1000) + minutes * 60L;
    LocalDateTime local = LocalDateTime.ofEpochSecond(localSeconds, 0, ZoneOffset.UTC);
    List<ZoneOffset> valid = zone.getValidOffsets(local);
    // Clocks skip this time when they go forward: it was read from a clock not yet changed.
    return valid.isEmpty() ? List.of(zone.getTransition(local).getOffsetBefore()) : valid;
  }
}
