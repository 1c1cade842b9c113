package io.windsock.client;

import io.vertx.core.Context;

/** Runs work after a delay. */
interface Later {
  /**
   * Schedules work; it is dropped when the client is closed.
   *
   * @param loop the event loop that runs the work, and calls this
   */
  void run(Context loop, long delayMs, Runnable work);

  /** Returns the timer of the event loop. */
  static Later timer() {
    return (loop, delayMs, work) -> {
      var unused = loop.owner().setTimer(delayMs, id -> work.run());
    };
  }
}
