package io.windsock.site.update;

/**
 * Listener of the batches that a site applies. The apply thread calls both methods, which must not
 * block.
 *
 * <p>To continue from a snapshot without a gap, first make {@link #wantsUpdates} return true, then
 * take the snapshot, then skip the batches whose number the snapshot already contains.
 */
public interface UpdateListener {
  /**
   * Whether this listener wants the updates of batches. While no listener does, batches come
   * without updates ({@link UpdateBatch#size} is 0), which saves the apply thread most of their
   * cost.
   */
  boolean wantsUpdates();

  /** Called with a batch that is in RocksDB. Every snapshot taken from now on contains it. */
  void applied(UpdateBatch batch);
}
