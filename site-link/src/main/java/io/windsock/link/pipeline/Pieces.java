package io.windsock.link.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * The pieces of a batch in one stage. Each thread that works on them takes the next one that nobody
 * has taken, so it does not matter whether there are more pieces or more threads, nor when a thread
 * is free: one that comes late finds nothing to do, and nobody waits for it. Any thread.
 *
 * @param <J> a batch
 */
final class Pieces<J> {
  private final Step<J> step;
  private final J job;
  private final int count;

  /** The next piece to take. Guarded by this, as is what follows. */
  private int next;

  private int taken;
  private @Nullable Throwable failure;

  Pieces(Step<J> step, J job) {
    this.step = step;
    this.job = job;
    count = step.pieces(job);
  }

  /** Works on pieces until all are taken, or one has failed. */
  void work() {
    for (int piece = take(); piece < count; piece = take()) {
      Throwable failed = null;
      try {
        step.run(job, piece);
      } catch (Exception | Error e) { // thrown where the pieces are awaited
        failed = e;
      }
      done(failed);
    }
  }

  private synchronized int take() {
    if (next == count || failure != null) {
      return count;
    }
    taken++;
    return next++;
  }

  private synchronized void done(@Nullable Throwable failed) {
    taken--;
    if (failure == null) {
      failure = failed;
    }
    notifyAll();
  }

  /**
   * Waits until nobody works on a piece. Called when {@link #work} has returned.
   *
   * @throws Exception the first failure of a piece
   */
  synchronized void await() throws Exception {
    while (taken > 0) {
      wait();
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof Exception exception) {
      throw exception;
    }
  }
}
