package io.windsock.control.checkpoint;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of an output topic that its commit point does not cover (the paper's backup queue,
 * section 3.2.2), and how long each partition has waited for the commit point to advance, or to be
 * found. Immutable and pure.
 *
 * @param offsets the commit point, by partition
 * @param waitsSinceMs since when each partition waits, ms since the epoch; {@link #IDLE}: it does
 *     not
 * @param lag offsets not covered, of all partitions together
 */
public record Backlog(List<Long> offsets, List<Long> waitsSinceMs, long lag) {
  /** Nothing of a partition is left to be committed. */
  static final long IDLE = Long.MAX_VALUE;

  /** The end of a transaction stands after its last marker, and nobody commits it. */
  private static final long TRAILING = 1;

  /** Copies the lists. */
  public Backlog {
    offsets = List.copyOf(offsets);
    waitsSinceMs = List.copyOf(waitsSinceMs);
  }

  /** Before anything is known. */
  public static Backlog unknown() {
    return new Backlog(List.of(), List.of(), 0);
  }

  /**
   * What it is a moment later.
   *
   * @param ends by partition, the offset after the last record that may be read
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
   * What it is a moment later, where no site is there to commit: the commit point stands where it
   * was, or, if none was known of this log, at the log's beginning.
   *
   * @param begins by partition, the offset at which the log begins
   * @param ends as in {@link #next}
   */
  public Backlog deserted(List<Long> begins, List<Long> ends, long nowMs) {
    List<Long> stands = new ArrayList<>();
    for (int partition = 0; partition < begins.size(); partition++) {
      long begin = begins.get(partition);
      long known = partition < offsets.size() ? offsets.get(partition) : begin;
      stands.add(known >= begin && known <= ends.get(partition) ? known : begin);
    }
    return next(ends, stands, nowMs);
  }

  /**
   * What it is a moment later, where nothing could be learnt: there may be something to commit in
   * any partition from now on.
   */
  public Backlog unseen(long nowMs) {
    List<Long> since = waitsSinceMs.isEmpty() ? List.of(IDLE) : waitsSinceMs;
    return new Backlog(offsets, since.stream().map(at -> at == IDLE ? nowMs : at).toList(), lag);
  }

  /** It waits on if the commit point stands where it was, or behind that. */
  private long since(int partition, long committed, long nowMs) {
    boolean waited = partition < offsets.size() && waitsSinceMs.get(partition) != IDLE;
    return waited && committed <= offsets.get(partition) ? waitsSinceMs.get(partition) : nowMs;
  }

  /** For how long the partition that waits longest has waited, ms; 0 if none waits. */
  public long ageMs(long nowMs) {
    long since = waitsSinceMs.stream().mapToLong(Long::longValue).min().orElse(IDLE);
    return since == IDLE ? 0 : Math.max(0, nowMs - since);
  }
}
