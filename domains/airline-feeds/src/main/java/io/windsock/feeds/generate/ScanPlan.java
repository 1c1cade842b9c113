package io.windsock.feeds.generate;

/**
 * A run of scans that count up to a total: passengers at a gate reader, bags at a hold. Fewer
 * events than scans give larger steps; the last one always tells the total. Immutable.
 */
final class ScanPlan {
  private static final double JITTER_FROM = 0.05;
  private static final double JITTER = 0.9;

  private final long beginMs;
  private final long lengthMs;
  private final int total;
  private final double from;
  private final double to;

  /** Scans from {@code beginMs} to {@code endMs}, as far as they lie in {@code window}. */
  ScanPlan(long beginMs, long endMs, int total, Window window) {
    this.beginMs = beginMs;
    this.total = total;
    lengthMs = endMs - beginMs;
    from = (double) (window.clamp(beginMs) - beginMs) / lengthMs;
    to = (double) (window.clamp(endMs) - beginMs) / lengthMs;
  }

  /** How many events it has when each scan is told. */
  int scans() {
    return (int) Math.round(total * Math.max(0, Math.min(1, to) - Math.max(0, from)));
  }

  /** When event {@code index} of {@code count} happens; {@code bits}: what chance adds. */
  long timeMs(int index, int count, long bits) {
    double within = (index + JITTER_FROM + JITTER * Chance.share(bits)) / count;
    return beginMs + (long) (lengthMs * (from + (to - from) * within));
  }

  /** What event {@code index} of {@code count} has counted. */
  int counted(int index, int count) {
    double share = from + (to - from) * (index + 1) / count;
    return Math.max(1, (int) Math.round(total * share));
  }
}
