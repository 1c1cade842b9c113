package io.windsock.site.progress;

import java.util.Locale;

/** Describes a site's progress towards the end of the log in words. Owned by the apply thread. */
final class CatchUp {
  private static final double PERCENT = 100;
  private static final double MS_PER_SECOND = 1000;

  private final long startMs;
  private long total = -1;

  CatchUp(long startMs) {
    this.startMs = startMs;
  }

  /**
   * Describes the progress.
   *
   * @param lag offsets still to apply
   * @param eventsPerSecond the current rate
   */
  String describe(long lag, double eventsPerSecond, long nowMs) {
    total = Math.max(total, lag);
    long done = total - lag;
    double seconds = (nowMs - startMs) / MS_PER_SECOND;
    String eta =
        done == 0 ? "" : String.format(Locale.ROOT, ", about %.0f s left", seconds * lag / done);
    return String.format(
        Locale.ROOT,
        "applied %,d of %,d (%.1f%%), %,.0f events/s%s",
        done,
        total,
        total == 0 ? PERCENT : PERCENT * done / total,
        eventsPerSecond,
        eta);
  }
}
