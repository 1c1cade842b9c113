package io.windsock.link.transport;

/**
 * The receiver's reply to a batch, which is now committed at the target. Batches that wait at the
 * receiver together are committed in one transaction.
 *
 * @param batch the batch's number
 * @param receiveNs the time of each stage of the backup site, ns
 * @param decryptNs as above
 * @param decompressNs as above
 * @param writeNs as above, with the batch's part of the transaction's commit
 * @param othersNs how much longer writing took because of the other batches of the transaction, ns
 * @param stages how many stages the backup site has, which work on different batches at once: 1, or
 *     2 if it writes a batch while it decrypts and decompresses the next one
 * @param threads how many threads of the backup site share the parts of a batch
 */
public record Ack(
    long batch,
    long receiveNs,
    long decryptNs,
    long decompressNs,
    long writeNs,
    long othersNs,
    int stages,
    int threads) {
  /** The most stages of a backup site. */
  static final int MAX_STAGES = 2;

  /** Returns the bytes that the receiver proves. */
  public byte[] content() {
    return Messages.content(this);
  }

  /** Returns how long the batch was at the backup site, without what it waited there, ns. */
  public long backupNs() {
    return computingNs() + commitNs();
  }

  /**
   * Returns the time of each stage, T<sub>back</sub> of the paper, ns: of the whole site, or of the
   * computation stage and of the I/O stage (section 3.3).
   */
  public long[] stagesNs() {
    return stages == 1 ? new long[] {backupNs()} : new long[] {computingNs(), commitNs()};
  }

  /** Returns the time of the slowest stage, of which others of the transaction are no part, ns. */
  public long costNs() {
    return stages == 1 ? computingNs() + writeNs : Math.max(computingNs(), writeNs);
  }

  /** Returns the time from when its writing began until it was committed, ns. */
  public long commitNs() {
    return writeNs + othersNs;
  }

  private long computingNs() {
    return receiveNs + decryptNs + decompressNs;
  }
}
