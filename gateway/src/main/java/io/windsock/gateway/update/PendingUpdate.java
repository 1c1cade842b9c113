package io.windsock.gateway.update;

/** An update to be written, and the request that it came with. The writer's thread owns it. */
final class PendingUpdate {
  private final Update update;
  private final UpdateBatch batch;
  private final int place;

  /**
   * Creates an update that waits.
   *
   * @param place its place in the batch
   */
  PendingUpdate(Update update, UpdateBatch batch, int place) {
    this.update = update;
    this.batch = batch;
    this.place = place;
  }

  /** Returns for how long its request has waited without progress, ns. */
  long waitedNs(long nowNs) {
    return batch.waitedNs(nowNs);
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

  void end(UpdateResult result, long nowNs) {
    batch.end(place, update.key(), result, nowNs);
  }
}
