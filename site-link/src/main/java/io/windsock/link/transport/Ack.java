package io.windsock.link.transport;

/**
 * The receiver's reply to a batch, which is now committed at the target.
 *
 * @param batch the batch's number
 * @param receiveNs the time of each stage of the backup site, ns
 * @param decryptNs as above
 * @param decompressNs as above
 * @param writeNs as above
 */
public record Ack(long batch, long receiveNs, long decryptNs, long decompressNs, long writeNs) {
  /** Returns the time of the backup stage, T<sub>back</sub> of the paper, ns. */
  public long backupNs() {
    return receiveNs + decryptNs + decompressNs + writeNs;
  }
}
