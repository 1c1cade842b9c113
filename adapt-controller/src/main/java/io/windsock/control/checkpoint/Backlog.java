package io.windsock.control.checkpoint;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of an output topic that its commit point does not cover (the paper's backup queue,
 * section 3.2.2), and how long each partition has waited for the commit point to advance or to be
 * found. Immutable and pure.
 *
 * @param offsets the commit point, by partition
 * @param waitsSinceMs when each partition began to wait, ms since the epoch; {@link #IDLE} if it
 *     does not wait
 * @param lag offsets not covered, summed over all partitions
 */
public record Backlog(List<Long> offsets, List<Long> waitsSinceMs, long lag) {
  /** The partition has nothing left to commit. */
  static final long IDLE = Long.MAX_VALUE;

  /** The end of a transaction occupies the offset after its last marker, and is never committed. */
  private static final long TRAILING = 1;

  /** Copies the lists. */
  public Backlog {
    offsets = List.copyOf(offsets);
    waitsSinceMs = List.copyOf(waitsSinceMs);
  }

  /** Returns the initial backlog, with nothing known. */
  public static Backlog unknown() {
    return new Backlog(List.of(), List.of(), 0);
  }

  /**
   * Returns the next backlog.
   *
   * @param ends by partition, the offset after the last readable record
   * @param committed the commit point, by partition
   */
  public Backlog next(List<Long> ends, List<Long> committed, long nowMs) {
    List<Long> since = new ArrayList<>();
    long uncovered = 0;
    for (int partition = 0; partition < committed.size(); partition++) {
      long left = Math.max(0, ends.get(partition) - committed.get(partition));
      uncovered += left;
      since.add(left <= TRAILING ? IDLE : since(partition, committed.get(partition), nowMs));
    }
    return new Backlog(committed, since, uncovered);
  }

  /**
   * Returns the next backlog if no site can commit: the commit point stays, or is the log's
   * beginning if none was known.
   *
   * @param begins by partition, the offset at which the log begins
   * @param ends as in {@link #next}
   */
  public Backlog deserted(List<Long> begins, List<Long> ends, long nowMs) {
    List<Long> kept = new ArrayList<>();
    for (int partition = 0; partition < begins.size(); partition++) {
      long begin = begins.get(partition);
      long known = partition < offsets.size() ? offsets.get(partition) : begin;
      kept.add(known >= begin && known <= ends.get(partition) ? known : begin);
    }
    return next(ends, kept, nowMs);
  }

  /**
   * Returns the next backlog if nothing could be learnt: any partition may have something to commit
   * from now on.
   */
  public Backlog unseen(long nowMs) {
    List<Long> since = waitsSinceMs.isEmpty() ? List.of(IDLE) : waitsSinceMs;
    return new Backlog(offsets, since.stream().map(at -> at == IDLE ? nowMs : at).toList(), lag);
  }

  /** A partition continues to wait if its commit point has not advanced. */
  private long since(int partition, long committed, long nowMs) {
    boolean waited = partition < offsets.size() && waitsSinceMs.get(partition) != IDLE;
    return waited && committed <= offsets.get(partition) ? waitsSinceMs.get(partition) : nowMs;
  }

  /** Returns how long the longest-waiting partition has waited, ms; 0 if none waits. */
  public long ageMs(long nowMs) {
    long since = waitsSinceMs.stream().mapToLong(Long::longValue).min().orElse(IDLE);
    return since == IDLE ? 0 : Math.max(0, nowMs - since);
  }
}
