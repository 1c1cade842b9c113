package io.windsock.site.apply;

import io.windsock.site.status.FaultCounters;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateDelay;
import io.windsock.site.update.UpdateListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Who hears of what a site does: listeners of its batches and checkpoints, its update delays, its
 * faults. Any thread may add, remove and read; the apply thread tells.
 */
public final class SiteListeners {
  private final List<UpdateListener> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> checkpointListeners = new CopyOnWriteArrayList<>();
  private final UpdateDelay delay = new UpdateDelay();
  private final FaultCounters faults;

  /** Of the site of this name: nobody so far. */
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

  /** Tells {@code listener} of every batch that is written from now on. */
  public void add(UpdateListener listener) {
    listeners.add(listener);
  }

  /** Tells it no more. */
  public void remove(UpdateListener listener) {
    listeners.remove(listener);
  }

  /** Runs {@code listener}, on the apply thread, when a checkpoint has been committed. */
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

  /** Tells of a batch; with nobody to send it on, it counts as sent. */
  void applied(UpdateBatch batch, long nowMs) {
    if (listeners.isEmpty()) {
      delay.sent(batch, nowMs);
    }
    for (UpdateListener listener : listeners) {
      listener.applied(batch);
    }
  }
}
