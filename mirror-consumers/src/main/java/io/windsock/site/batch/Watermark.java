package io.windsock.site.batch;

import io.windsock.site.serve.ServerConfig;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls of one kind that a site has and has not answered. From the high watermark on it admits
 * no more, until the low one is reached: Friedman and Birman, "Using Group Communication Technology
 * to Implement a Reliable and Scalable Distributed IN Coprocessor", section 3.4. Any thread may use
 * it.
 */
final class Watermark {
  private final ServerConfig.Watermarks bounds;
  private final AtomicInteger pending = new AtomicInteger();
  private volatile boolean refusing;

  Watermark(ServerConfig.Watermarks bounds) {
    this.bounds = bounds;
  }

  /** Counts a call as pending; returns whether it is admitted, and does not count it otherwise. */
  boolean admit() {
    int now = pending.get();
    if (refusing) {
      if (now > bounds.low()) {
        return false;
      }
      refusing = false;
    }
    if (pending.incrementAndGet() > bounds.high()) {
      pending.decrementAndGet();
      refusing = true;
      return false;
    }
    return true;
  }

  /** Removes calls from the pending ones. */
  void done(int calls) {
    pending.addAndGet(-calls);
  }

  /** The calls pending. */
  int pending() {
    return pending.get();
  }

  ServerConfig.Watermarks bounds() {
    return bounds;
  }
}
