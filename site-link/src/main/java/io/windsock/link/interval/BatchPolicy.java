package io.windsock.link.interval;

/** Decides the batch interval and the batch threshold. Owned by the sender's thread. */
public interface BatchPolicy {
  /** Returns the plan of the next batch. */
  BatchPlan plan();

  /**
   * The primary stage of a batch has ended: assembling, compressing, encrypting and sending; or one
   * of its two stages, where they work on different batches at once.
   *
   * @param primaryNs the time that it took, ns, without waiting for the interval to end
   */
  void sent(long primaryNs);

  /**
   * The reply to a batch has arrived.
   *
   * @param records the records of the batch
   * @param primaryNs the time of its primary stage, or of the slower one of two, ns
   * @param costNs the time that the batch needed for itself in its backup stage, or in the slower
   *     one of two, ns: what others took that were committed with it is no part of it
   * @param backupNs the time of its backup stage, or of each of its two, ns: receiving, decrypting
   *     and decompressing, and writing and replying
   */
  void replied(long records, long primaryNs, long costNs, long... backupNs);

  /**
   * Says how long a batch was on the line, after {@link #replied}. Full batches are left out: they
   * mean a backlog, and then a queue says nothing about the interval.
   *
   * @param nowNs when it arrived, as {@link System#nanoTime}
   * @param lineNs the time from sending the batch until then, without the backup stage
   */
  default void travelled(long nowNs, long lineNs) {}
}
