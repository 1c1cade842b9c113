package io.windsock.site.apply;

import io.windsock.site.status.FaultCounters;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateDelay;
import io.windsock.site.update.UpdateListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The listeners of a site's batches and checkpoints, and its update delays and faults. Any thread
 * may add, remove and read; the apply thread notifies.
 */
public final class SiteListeners {
  private final List<UpdateListener> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> checkpointListeners = new CopyOnWriteArrayList<>();
  private final UpdateDelay delay = new UpdateDelay();
  private final FaultCounters faults;

  /** Creates an empty list for the site of this name. */
  public SiteListeners(String site) {
    faults = new FaultCounters(site);
  }

  /** The site's update delays. */
  public UpdateDelay delay() {
    return delay;
  }

  /** The faults found in the log. */
  public FaultCounters faults() {
    return faults;
  }

  /** Adds a listener of the batches written from now on. */
  public void add(UpdateListener listener) {
    listeners.add(listener);
  }

  /** Removes a listener. */
  public void remove(UpdateListener listener) {
    listeners.remove(listener);
  }

  /** Registers {@code listener}, which the apply thread runs after each commit of a checkpoint. */
  public void onCheckpoint(Runnable listener) {
    checkpointListeners.add(listener);
  }

  void checkpointed() {
    checkpointListeners.forEach(Runnable::run);
  }

  boolean wantUpdates() {
    for (UpdateListener listener : listeners) {
      if (listener.wantsUpdates()) {
        return true;
      }
    }
    return false;
  }

  /** Notifies the listeners of a batch. Without listeners, the batch counts as sent. */
  void applied(UpdateBatch batch, long nowMs) {
    if (listeners.isEmpty()) {
      delay.sent(batch, nowMs);
    }
    for (UpdateListener listener : listeners) {
      listener.applied(batch);
    }
  }
}
