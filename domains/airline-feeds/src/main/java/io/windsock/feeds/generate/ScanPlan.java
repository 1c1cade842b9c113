package io.windsock.feeds.generate;

/**
 * A series of scans that count up to a total: passengers at a gate reader, or bags loaded into a
 * hold. If there are fewer events than scans, the steps are larger; the last event always has the
 * total. Immutable.
 */
final class ScanPlan {
  private static final double JITTER_FROM = 0.05;
  private static final double JITTER = 0.9;

  private final long beginMs;
  private final long lengthMs;
  private final int total;
  private final double from;
  private final double to;

  /** Creates the scans from {@code beginMs} to {@code endMs} that lie in {@code window}. */
  ScanPlan(long beginMs, long endMs, int total, Window window) {
    this.beginMs = beginMs;
    this.total = total;
    lengthMs = endMs - beginMs;
    from = (double) (window.clamp(beginMs) - beginMs) / lengthMs;
    to = (double) (window.clamp(endMs) - beginMs) / lengthMs;
  }

  /** Returns the number of events if each scan has one. */
  int scans() {
    return (int) Math.round(total * Math.max(0, Math.min(1, to) - Math.max(0, from)));
  }

  /**
   * Returns the time of event {@code index} of {@code count}, varied by the random {@code bits}.
   */
  long timeMs(int index, int count, long bits) {
    double within = (index + JITTER_FROM + JITTER * Chance.share(bits)) / count;
    return beginMs + (long) (lengthMs * (from + (to - from) * within));
  }

  /** Returns the count in event {@code index} of {@code count}. */
  int counted(int index, int count) {
    double share = from + (to - from) * (index + 1) / count;
    return Math.max(1, (int) Math.round(total * share));
  }
}
