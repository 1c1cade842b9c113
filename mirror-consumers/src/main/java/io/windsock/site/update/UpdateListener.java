package io.windsock.site.update;

/**
 * Hears of every batch that a site applied. Both methods are called by the apply thread and must
 * not block.
 *
 * <p>Who wants to go on from a snapshot without a gap first makes {@link #wantsUpdates} true, then
 * takes the snapshot, then leaves out the batches whose number the snapshot already has.
 */
public interface UpdateListener {
  /**
   * Whether anybody is interested in the updates of batches. While every listener answers false,
   * batches come without updates ({@link UpdateBatch#size} is 0), which saves the apply thread most
   * of their cost.
   */
  boolean wantsUpdates();

  /** A batch that is in RocksDB: every snapshot taken from now on has it. */
  void applied(UpdateBatch batch);
}
