package io.windsock.link.stats;

/**
 * The size of a batch.
 *
 * @param records its records
 * @param plainBytes its bytes before compression
 * @param sentBytes its bytes as sent, compressed and encrypted
 */
public record BatchSize(long records, long plainBytes, long sentBytes) {
  /** The size of no batch. */
  public static final BatchSize NONE = new BatchSize(0, 0, 0);

  /** Returns the plain bytes per byte sent; 0 if nothing was sent. */
  public double compression() {
    return sentBytes == 0 ? 0 : (double) plainBytes / sentBytes;
  }

  /** Returns the size of both together. */
  public BatchSize plus(BatchSize more) {
    return new BatchSize(
        records + more.records, plainBytes + more.plainBytes, sentBytes + more.sentBytes);
  }
}
