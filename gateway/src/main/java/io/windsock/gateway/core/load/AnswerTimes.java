package io.windsock.gateway.core.load;

import java.util.Arrays;

/**
 * The distribution of the answer times of the last {@value #WINDOW_MS} to twice as many ms, in
 * buckets of an eighth of a power of two: an estimate is at most 12.5 % too high. Calls that were
 * not answered count with their deadline. Bounded and free of allocation. Owned by the core's
 * thread.
 */
public final class AnswerTimes {
  /** How long a window is, ms. */
  public static final long WINDOW_MS = 1_000;

  /** Fewer answers than this give no estimate. */
  public static final int MIN_ANSWERS = 100;

  private static final long WINDOW_NS = WINDOW_MS * 1_000_000;

  /** The unit of the buckets, ns, as a power of two: about 1 µs. */
  private static final int UNIT_BITS = 10;

  private static final int PARTS_BITS = 3;
  private static final int PARTS = 1 << PARTS_BITS;

  /** Up to 2^36 µs, more than any deadline. */
  private static final int BUCKETS = (36 - PARTS_BITS + 1) * PARTS;

  private final double share;
  private int[] current = new int[BUCKETS];
  private int[] previous = new int[BUCKETS];
  private int currentCount;
  private int previousCount;
  private long rotatedNs;
  private long estimateNs = Long.MAX_VALUE;

  /**
   * Creates an empty distribution.
   *
   * @param share the share of answers that take no longer than the estimate, in (0, 1]
   * @param nowNs the time
   */
  public AnswerTimes(double share, long nowNs) {
    this.share = share;
    this.rotatedNs = nowNs;
  }

  /** Counts an answer. */
  public void add(long tookNs) {
    current[bucket(Math.max(0, tookNs))]++;
    currentCount++;
  }

  /**
   * Forgets what is older than two windows, and updates the estimate. To be called at each tick.
   */
  public void advance(long nowNs) {
    if (nowNs - rotatedNs >= 2 * WINDOW_NS) {
      rotate(nowNs);
      rotate(nowNs);
    } else if (nowNs - rotatedNs >= WINDOW_NS) {
      rotate(rotatedNs + WINDOW_NS);
    }
    estimateNs = estimated();
  }

  private void rotate(long atNs) {
    int[] emptied = previous;
    previous = current;
    previousCount = currentCount;
    Arrays.fill(emptied, 0);
    current = emptied;
    currentCount = 0;
    rotatedNs = atNs;
  }

  /**
   * Returns the time within which the share of the calls was answered, as of the last tick, ns;
   * {@link Long#MAX_VALUE} if there have been too few.
   */
  public long estimateNs() {
    return estimateNs;
  }

  private long estimated() {
    int count = currentCount + previousCount;
    if (count < MIN_ANSWERS) {
      return Long.MAX_VALUE;
    }
    long rest = (long) Math.ceil(share * count);
    int bucket = -1;
    while (rest > 0) {
      bucket++;
      rest -= current[bucket] + previous[bucket];
    }
    return upperNs(bucket);
  }

  /** Returns the bucket of a time: linear below {@link #PARTS} units, then by its leading bits. */
  static int bucket(long ns) {
    long units = ns >>> UNIT_BITS;
    if (units < PARTS) {
      return (int) units;
    }
    int shift = Long.SIZE - 1 - PARTS_BITS - Long.numberOfLeadingZeros(units);
    return Math.min(BUCKETS - 1, (shift + 1) * PARTS + (int) (units >>> shift) - PARTS);
  }

  /** Returns the first time after a bucket, ns. */
  static long upperNs(int bucket) {
    int shift = Math.max(0, bucket / PARTS - 1);
    long part = bucket < PARTS ? bucket : PARTS + bucket % PARTS;
    return ((part + 1) << shift) << UNIT_BITS;
  }
}
