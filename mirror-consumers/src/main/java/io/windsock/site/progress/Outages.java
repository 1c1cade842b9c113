package io.windsock.site.progress;

import java.util.Arrays;

/**
 * Tracks, by partition, since when the data that a site serves may be old. After a leader responds
 * again, the site still lacks the records appended meanwhile, so an outage lasts until those are
 * applied. The site may then be as far behind as it was before, because load is no outage. Owned by
 * the apply thread.
 *
 * <pre>
 *  current ──leader silent──▶ cut off ──answers: the log's end is noted──▶ behind ──applied──▶ current
 *                                ▲─────────────leader silent─────────────────┘
 * </pre>
 */
final class Outages {
  /** The value for no outage. */
  static final long NONE = Long.MIN_VALUE;

  private static final long UNKNOWN = -1;

  private final long[] sinceMs;
  private final long[] lags;
  private final long[] targets;
  private final boolean[] silent;

  Outages(int partitions) {
    sinceMs = new long[partitions];
    lags = new long[partitions];
    targets = new long[partitions];
    silent = new boolean[partitions];
    Arrays.fill(sinceMs, NONE);
  }

  /**
   * Records that a partition's leader does not respond.
   *
   * @param knownMs when the site last knew the log's end, monotonic ms
   * @param lag offsets that it had to apply then
   */
  void silent(int partition, long knownMs, long lag) {
    if (sinceMs[partition] == NONE) {
      sinceMs[partition] = knownMs;
      lags[partition] = lag;
    }
    silent[partition] = true;
    targets[partition] = UNKNOWN;
  }

  /**
   * Records that a partition's leader responds.
   *
   * @param end the log's end according to the leader
   * @param position the next offset to apply
   */
  void answered(int partition, long end, long position) {
    silent[partition] = false;
    if (sinceMs[partition] == NONE) {
      return;
    }
    if (targets[partition] == UNKNOWN) {
      targets[partition] = end - lags[partition];
    }
    if (position >= Math.min(targets[partition], end)) { // a log may be truncated
      sinceMs[partition] = NONE;
    }
  }

  /** Since when the data of a partition may be old, monotonic ms, or {@link #NONE}. */
  long sinceMs(int partition) {
    return sinceMs[partition];
  }

  /** The number of partitions whose leaders do not respond. */
  int silent() {
    int count = 0;
    for (boolean it : silent) {
      count += it ? 1 : 0;
    }
    return count;
  }
}
