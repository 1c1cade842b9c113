package io.windsock.site.state;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Counts active readers, so that the database is not closed while one is reading: native code would
 * crash the process where Java throws. Any thread may use it.
 */
final class Leases {
  private int open;
  private boolean closed;

  /**
   * Takes a lease.
   *
   * @throws IllegalStateException once closing has begun
   */
  synchronized void take() {
    if (closed) {
      throw new IllegalStateException("the site's state is closed");
    }
    open++;
  }

  synchronized void release() {
    open--;
    notifyAll();
  }

  /**
   * Refuses further leases and waits for the active ones. Returns whether all were returned in
   * time.
   */
  synchronized boolean close(Duration patience) throws InterruptedException {
    closed = true;
    long end = System.nanoTime() + patience.toNanos();
    while (open > 0) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (leftMs <= 0) {
        return false;
      }
      wait(leftMs);
    }
    return true;
  }

  /** Waits, without a bound, until no lease is active. Call it after {@link #close}. */
  synchronized void awaitNone() throws InterruptedException {
    while (open > 0) {
      wait();
    }
  }
}
