package io.windsock.site.progress;

import io.windsock.site.state.form.AppliedMarker;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The site's part of the ready queue (the paper, section 3.2.2): the part of the log that it has
 * not applied. Immutable. The apply thread creates a new one a few times a second; any thread may
 * read it.
 *
 * <p>It is measured in offsets. Those of markers and transaction ends count too, so the length is
 * at least the number of events in the queue, and 0 only if there are none.
 */
public final class ReadyQueue {
  private final long[] offsets;
  private final long[] ends;
  private final long[] emptyAtMs;
  private final long[] cutOffSinceMs;

  private ReadyQueue(long[] offsets, long[] ends, long[] emptyAtMs, long[] cutOffSinceMs) {
    this.offsets = offsets;
    this.ends = ends;
    this.emptyAtMs = emptyAtMs;
    this.cutOffSinceMs = cutOffSinceMs;
  }

  /** A queue of {@code partitions} partitions of which nothing is known yet. */
  public static ReadyQueue unknown(int partitions) {
    return new ReadyQueue(
        new long[partitions], new long[partitions], new long[partitions], new long[partitions]);
  }

  /**
   * Returns the queue after a new measurement.
   *
   * @param lengths by partition, offsets not applied; copied
   * @param logEnds by partition, the offset after the last readable record; copied
   */
  public ReadyQueue measured(long[] lengths, long[] logEnds, long nowMs) {
    return measured(lengths, logEnds, new long[lengths.length], nowMs);
  }

  /**
   * Returns the queue after a new measurement in which some partitions may be unreachable. For
   * those, the last known values and their times stay.
   *
   * @param silentSinceMs by partition, since when it is cut off, or behind as a consequence, ms
   *     since the epoch; 0 if it is not; copied
   */
  public ReadyQueue measured(long[] lengths, long[] logEnds, long[] silentSinceMs, long nowMs) {
    long[] empty = emptyAtMs.clone();
    for (int p = 0; p < empty.length; p++) {
      if (lengths[p] == 0) {
        empty[p] = silentSinceMs[p] == 0 ? nowMs : Math.min(silentSinceMs[p], nowMs);
      }
    }
    return new ReadyQueue(lengths.clone(), logEnds.clone(), empty, silentSinceMs.clone());
  }

  /**
   * Returns the queue of a site whose work is stalled: all partitions are out of date since then.
   *
   * @param sinceMs ms since the epoch
   */
  ReadyQueue oldSince(long sinceMs) {
    long[] since = cutOffSinceMs.clone();
    long[] empty = emptyAtMs.clone();
    for (int p = 0; p < since.length; p++) {
      since[p] = since[p] == 0 ? sinceMs : Math.min(since[p], sinceMs);
      empty[p] = Math.min(empty[p], sinceMs);
    }
    return new ReadyQueue(offsets, ends, empty, since);
  }

  /**
   * Whether the information on a partition is old: its leader does not respond, or did not and the
   * records appended meanwhile are not applied yet.
   */
  public boolean cutOff(int partition) {
    return cutOffSinceMs[partition] != 0;
  }

  /** The number of partitions that are cut off. */
  public int cutOff() {
    int count = 0;
    for (long since : cutOffSinceMs) {
      count += since == 0 ? 0 : 1;
    }
    return count;
  }

  /** Since when the longest cut-off partition is cut off, ms since the epoch; 0 if none is. */
  public long cutOffSinceMs() {
    long least = 0;
    for (long since : cutOffSinceMs) {
      least = since != 0 && (least == 0 || since < least) ? since : least;
    }
    return least;
  }

  /** How long the longest cut-off partition has been cut off, ms; 0 if none is. */
  public long cutOffMs(long nowMs) {
    long since = cutOffSinceMs();
    return since == 0 ? 0 : Math.max(1, nowMs - since);
  }

  /** The number of partitions. */
  public int partitions() {
    return offsets.length;
  }

  /** The number of offsets not applied, in all partitions. */
  public long offsets() {
    long sum = 0;
    for (long offset : offsets) {
      sum += offset;
    }
    return sum;
  }

  /** The number of offsets not applied in a partition. */
  public long offsets(int partition) {
    return offsets[partition];
  }

  /** The number of offsets between these checkpoints and the log's end, in all partitions. */
  public long backup(List<AppliedMarker> checkpoints) {
    return past(checkpoints, p -> ends[p]);
  }

  /** The number of applied offsets after these checkpoints, in all partitions. */
  public long uncommitted(List<AppliedMarker> checkpoints) {
    return past(checkpoints, p -> ends[p] - offsets[p]);
  }

  private long past(List<AppliedMarker> checkpoints, IntToLongFunction reached) {
    long past = 0;
    for (int p = 0; p < partitions(); p++) {
      long committed = Math.max(0, checkpoints.get(p).checkpoint());
      past += Math.max(0, reached.applyAsLong(p) - committed);
    }
    return past;
  }

  /**
   * When the partition's queue was last seen empty, ms since the epoch; 0 if not since the site
   * started. Everything in the queue arrived after that.
   */
  public long emptyAtMs(int partition) {
    return emptyAtMs[partition];
  }
}
