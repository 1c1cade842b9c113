package io.windsock.gateway.update;

/** An update to be written, and the request that it came with. The writer's thread owns it. */
final class PendingUpdate {
  private final Update update;
  private final UpdateBatch batch;
  private final int place;
  private final long acceptedNs;

  /**
   * Creates an update that waits.
   *
   * @param place its place in the batch
   * @param acceptedNs when it was accepted, as {@link System#nanoTime}
   */
  PendingUpdate(Update update, UpdateBatch batch, int place, long acceptedNs) {
    this.update = update;
    this.batch = batch;
    this.place = place;
    this.acceptedNs = acceptedNs;
  }

  /** Returns for how long it has waited, ns. */
  long waitedNs(long nowNs) {
    return nowNs - acceptedNs;
  }

  Update update() {
    return update;
  }

  /**
   * Returns whether an earlier update of the same key in its request is not known to be written.
   */
  boolean followsFailure() {
    return batch.failed(update.key());
  }

  void end(UpdateResult result) {
    batch.end(place, update.key(), result);
  }
}
