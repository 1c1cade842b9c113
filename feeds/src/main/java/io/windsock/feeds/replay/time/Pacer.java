package io.windsock.feeds.replay.time;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Computes when events are due: from the first event on, event time passes {@link Speed} times as
 * fast as real time. An event older than one before it is due at once. One thread waits; any thread
 * may pause it, resume it, change its speed or stop it.
 *
 * <p>After each change, time continues from the replay's current position: a replay that fell
 * behind does not catch up at another speed.
 */
public final class Pacer {
  /** The result of {@link #await} if waiting was ended. */
  public static final long RELEASED = -1;

  private static final long NS_PER_MS = 1_000_000;
  private static final long LONGEST_PARK_NS = 1_000 * NS_PER_MS;

  private final ReplayClock clock;
  private volatile @Nullable Thread waiter;
  private volatile boolean stopped;
  private volatile boolean released;

  // Guarded by this. The event at anchorMs is due at anchorNs.
  private Speed speed;
  private boolean paused;
  private boolean begun;
  private long anchorMs;
  private long anchorNs;
  // The newest event time passed to await.
  private long newestMs = Long.MIN_VALUE;

  public Pacer(ReplayClock clock, Speed speed) {
    this.clock = clock;
    this.speed = speed;
  }

  /**
   * Waits until an event is due. Called only by the replaying thread.
   *
   * @return the ms by which the event is past due; {@link #RELEASED} if waiting was ended meanwhile
   */
  public long await(long eventMs) throws InterruptedException {
    waiter = Thread.currentThread();
    while (!released) {
      long now = clock.nanoTime();
      long waitNs = untilDueNs(eventMs, now);
      if (waitNs <= 0) {
        return -waitNs / NS_PER_MS;
      }
      clock.park(this, Math.min(waitNs, LONGEST_PARK_NS));
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting for the next event's time");
      }
    }
    return RELEASED;
  }

  private synchronized long untilDueNs(long eventMs, long now) {
    if (!begun) {
      begun = true;
      anchorMs = eventMs;
      anchorNs = now;
    }
    if (paused) {
      return Long.MAX_VALUE;
    }
    boolean overtaken = eventMs < newestMs;
    newestMs = Math.max(newestMs, eventMs);
    if (overtaken || speed.isMax()) {
      return 0;
    }
    return anchorNs + (long) ((eventMs - anchorMs) * NS_PER_MS / speed.factor()) - now;
  }

  public synchronized Speed speed() {
    return speed;
  }

  public synchronized boolean paused() {
    return paused;
  }

  public void setSpeed(Speed newSpeed) {
    synchronized (this) {
      anchor();
      speed = newSpeed;
    }
    wake();
  }

  public void pause() {
    synchronized (this) {
      anchor();
      paused = true;
    }
  }

  public void resume() {
    synchronized (this) {
      if (!paused) {
        return;
      }
      anchorNs = clock.nanoTime();
      paused = false;
    }
    wake();
  }

  /** Ends the replay at the user's request. */
  public void stop() {
    stopped = true;
    release();
  }

  /** Ends all waiting. */
  public void release() {
    released = true;
    wake();
  }

  public boolean stopped() {
    return stopped;
  }

  private void wake() {
    LockSupport.unpark(waiter);
  }

  private void anchor() {
    if (!begun || paused) {
      return;
    }
    long now = clock.nanoTime();
    long passedMs = (long) ((now - anchorNs) * speed.factor() / NS_PER_MS);
    anchorMs = speed.isMax() ? newestMs : Math.min(anchorMs + passedMs, newestMs);
    anchorNs = now;
  }
}
