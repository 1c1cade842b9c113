package io.windsock.link.batch;

/**
 * Into how many parts a batch is divided, so that the threads of both sites have work. Sites may
 * have different numbers of them: one whose stages take twice as long can have twice as many
 * (section 3.3 of the paper, multi-threaded pipelining). Pure.
 */
public final class PartCount {
  /**
   * The least bytes of a part that is only there for the other site's threads: to hand less over
   * takes as long as to work on it, and small parts compress less.
   */
  static final int LEAST_BYTES = 16 << 10;

  private PartCount() {}

  /**
   * Returns the parts of a batch.
   *
   * @param primaryThreads the threads of the primary site
   * @param backupThreads the threads of the backup site, as far as it has told
   * @param bytes about how many bytes the batch has, before compression
   */
  public static int of(int primaryThreads, int backupThreads, long bytes) {
    return Math.max(primaryThreads, Math.min(backupThreads, most(bytes)));
  }

  /** Returns the most parts of a batch of so many bytes that a primary site makes for the other. */
  public static int most(long bytes) {
    return (int) Math.max(1, Math.min(BatchLimits.MAX_PARTS, bytes / LEAST_BYTES));
  }
}
