package io.windsock.site.subscribe;

import io.windsock.site.update.Update;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An update on its way to clients, or several of one key: the newest, and earlier ones that it must
 * not hide. Owned by the hub's inbox, then by the hub's thread.
 */
final class Change {
  private Update update;
  private long batch;
  private @Nullable List<Update> earlier;

  Change(Update update, long batch) {
    this.update = update;
    this.batch = batch;
  }

  /**
   * Replaces the update with a newer one of the same key.
   *
   * @param views the number of views
   */
  void replace(Update newer, long ofBatch, int views) {
    if (!update.derived().isEmpty() || moves(update, views)) {
      if (earlier == null) {
        earlier = new ArrayList<>(1);
      }
      earlier.add(update);
    }
    update = newer;
    batch = ofBatch;
  }

  private static boolean moves(Update update, int views) {
    for (int view = 0; view < views; view++) {
      String from = update.groupBefore(view);
      if (from != null && !from.equals(update.groupAfter(view))) {
        return true;
      }
    }
    return false;
  }

  /** The newest update. */
  Update update() {
    return update;
  }

  /** The number of the newest update's batch. */
  long batch() {
    return batch;
  }

  /** Earlier updates that moved the key out of a group or derived an event; usually none. */
  List<Update> earlier() {
    return earlier == null ? List.of() : earlier;
  }
}
