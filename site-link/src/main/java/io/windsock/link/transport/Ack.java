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
 */
public record Ack(
    long batch, long receiveNs, long decryptNs, long decompressNs, long writeNs, long othersNs) {
  /** Returns the bytes that the receiver proves. */
  public byte[] content() {
    return Messages.content(this);
  }

  /** Returns the time of the backup stage, T<sub>back</sub> of the paper, ns. */
  public long backupNs() {
    return costNs() + othersNs;
  }

  /** Returns the part of that time which the batch needs for itself, ns. */
  public long costNs() {
    return receiveNs + decryptNs + decompressNs + writeNs;
  }
}
