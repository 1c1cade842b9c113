package io.windsock.site.state;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Counts who is reading, so that the database closes under nobody. Any thread may use it; native
 * code would crash the process where Java throws.
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

  synchronized void giveBack() {
    open--;
    notifyAll();
  }

  /** Refuses further leases and waits for those out; answers whether all came back in time. */
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

  /** Waits for all leases that are out, however long they are. For after {@link #close}. */
  synchronized void awaitNone() throws InterruptedException {
    while (open > 0) {
      wait();
    }
  }
}
