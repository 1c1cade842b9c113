package io.windsock.site.apply;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who hears of a site's batches. Any thread may add and remove; the apply thread tells. */
public final class UpdateListeners {
  private final List<UpdateListener> listeners = new CopyOnWriteArrayList<>();

  /** Tells {@code listener} of every batch that is written from now on. */
  public void add(UpdateListener listener) {
    listeners.add(listener);
  }

  /** Tells it no more. */
  public void remove(UpdateListener listener) {
    listeners.remove(listener);
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }

  boolean wantUpdates() {
    for (UpdateListener listener : listeners) {
      if (listener.wantsUpdates()) {
        return true;
      }
    }
    return false;
  }

  void applied(UpdateBatch batch) {
    for (UpdateListener listener : listeners) {
      listener.applied(batch);
    }
  }
}
