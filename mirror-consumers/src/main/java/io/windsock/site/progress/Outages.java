package io.windsock.site.progress;

import java.util.Arrays;

/**
 * By partition, since when what a site serves may be old. A site whose leader answers again still
 * lacks what the log has got meanwhile, so its outage lasts until that is applied. It may stay as
 * far behind as it was before, because load is no outage. Owned by the apply thread.
 *
 * <pre>
 *  current ──leader silent──▶ cut off ──answers: the log's end is noted──▶ behind ──applied──▶ current
 *                                ▲─────────────leader silent─────────────────┘
 * </pre>
 */
final class Outages {
  /** There is no outage. */
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
   * A partition's leader does not answer.
   *
   * @param knownMs as of when the site last knew where the log ended, monotonic ms
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
   * A partition's leader answers.
   *
   * @param end where it says that the log ends
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
    if (position >= Math.min(targets[partition], end)) { // a log may lose its end
      sinceMs[partition] = NONE;
    }
  }

  /** Since when a partition's part of the state may be old, monotonic ms, or {@link #NONE}. */
  long sinceMs(int partition) {
    return sinceMs[partition];
  }

  /** Of how many partitions the leaders do not answer. */
  int silent() {
    int count = 0;
    for (boolean it : silent) {
      count += it ? 1 : 0;
    }
    return count;
  }
}
