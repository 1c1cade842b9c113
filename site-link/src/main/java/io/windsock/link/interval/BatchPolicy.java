package io.windsock.link.interval;

/** Decides the batch interval and the batch threshold. Owned by the sender's thread. */
public interface BatchPolicy {
  /** Returns the plan of the next batch. */
  BatchPlan plan();

  /**
   * The primary stage of a batch has ended: assembling, compressing, encrypting and sending.
   *
   * @param primaryNs the time that it took, ns, without waiting for the interval to end
   */
  void sent(long primaryNs);

  /**
   * The reply to a batch has arrived.
   *
   * @param records the records of the batch
   * @param primaryNs the time of its primary stage, ns
   * @param backupNs the time of its backup stage, ns: receiving, decrypting, decompressing, writing
   *     and replying
   * @param costNs the part of {@code backupNs} that the batch needed for itself: the rest went to
   *     others that were committed with it
   */
  void replied(long records, long primaryNs, long backupNs, long costNs);

  /**
   * Says how long a batch was on the line, after {@link #replied}. Full batches are left out: they
   * mean a backlog, and then a queue says nothing about the interval.
   *
   * @param nowNs when it arrived, as {@link System#nanoTime}
   * @param lineNs the time from sending the batch until then, without the backup stage
   */
  default void travelled(long nowNs, long lineNs) {}
}
