package io.windsock.site.progress;

import io.windsock.site.state.form.AppliedMarker;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * The ready queue of a site (the paper, section 3.2.2), as far as it lies with the site: the part
 * of the log that it has not applied. Immutable; the apply thread makes a new one a few times a
 * second, any thread reads it.
 *
 * <p>It is measured in offsets. Those of markers and of transactions' ends count too, so it is no
 * less than the events in it, and 0 only when there are none.
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

  /** One of which nothing is known yet, of {@code partitions} partitions. */
  public static ReadyQueue unknown(int partitions) {
    return new ReadyQueue(
        new long[partitions], new long[partitions], new long[partitions], new long[partitions]);
  }

  /**
   * What it is a moment later.
   *
   * @param lengths by partition, offsets not applied; copied
   * @param logEnds by partition, the offset after the last record that may be read; copied
   */
  public ReadyQueue measured(long[] lengths, long[] logEnds, long nowMs) {
    return measured(lengths, logEnds, new long[lengths.length], nowMs);
  }

  /**
   * The same, where the log can't be reached everywhere. What was known of such a partition stays,
   * and is as old as that.
   *
   * @param silentSinceMs by partition, since when it is cut off or behind because it was, ms since
   *     the epoch; 0: it is not; copied
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
   * The same of a site whose work stands still: nothing is known of any partition since then.
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
   * Whether what is known of a partition is old: its leader does not answer, or did not, and what
   * came meanwhile is not applied yet.
   */
  public boolean cutOff(int partition) {
    return cutOffSinceMs[partition] != 0;
  }

  /** How many partitions are cut off. */
  public int cutOff() {
    int count = 0;
    for (long since : cutOffSinceMs) {
      count += since == 0 ? 0 : 1;
    }
    return count;
  }

  /** Since when, of the one that is cut off longest, ms since the epoch; 0 if none is. */
  public long cutOffSinceMs() {
    long least = 0;
    for (long since : cutOffSinceMs) {
      least = since != 0 && (least == 0 || since < least) ? since : least;
    }
    return least;
  }

  /** For how long, ms; 0 if none is. */
  public long cutOffMs(long nowMs) {
    long since = cutOffSinceMs();
    return since == 0 ? 0 : Math.max(1, nowMs - since);
  }

  /** How many partitions it has. */
  public int partitions() {
    return offsets.length;
  }

  /** Offsets not applied, in all partitions. */
  public long offsets() {
    long sum = 0;
    for (long offset : offsets) {
      sum += offset;
    }
    return sum;
  }

  /** Offsets not applied in a partition. */
  public long offsets(int partition) {
    return offsets[partition];
  }

  /** Offsets of the log, to its end, that lie past these checkpoints, in all partitions. */
  public long backup(List<AppliedMarker> checkpoints) {
    return past(checkpoints, p -> ends[p]);
  }

  /** Offsets applied that lie past these checkpoints, in all partitions. */
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
   * When everything in a partition was last seen to be applied, ms since the epoch; 0: not since
   * the site started. What is in the queue came after that.
   */
  public long emptyAtMs(int partition) {
    return emptyAtMs[partition];
  }
}
