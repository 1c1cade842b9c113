package io.windsock.gateway.loop;

import io.vertx.core.Context;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work for the core's loop from other threads, in order. However much arrives, one wake-up of the
 * loop does it. Bounded. Any thread may add to it.
 */
final class Intake {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  /** The most that is done in one turn of the event loop, so that links are not held up. */
  private static final int MAX_TURN = 4_096;

  private final Context loop;
  private final int max;
  private final Runnable after;
  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /**
   * Creates an empty intake.
   *
   * @param max the most that waits
   * @param after runs on the loop after each turn
   */
  Intake(Context loop, int max, Runnable after) {
    this.loop = loop;
    this.max = max;
    this.after = after;
  }

  /** Adds work unless too much waits. Returns whether it was added. */
  boolean offer(Runnable work) {
    if (size.incrementAndGet() > max) {
      size.decrementAndGet();
      return false;
    }
    enqueue(work);
    return true;
  }

  /** Adds work that is never refused and that the caller bounds. */
  void add(Runnable work) {
    size.incrementAndGet();
    enqueue(work);
  }

  private void enqueue(Runnable work) {
    queue.add(work);
    wake();
  }

  private void wake() {
    if (scheduled.compareAndSet(false, true)) {
      loop.runOnContext(v -> turn());
    }
  }

  private void turn() {
    scheduled.set(false);
    int done = 0;
    for (Runnable work = queue.poll(); work != null; work = queue.poll()) {
      run(work);
      done++;
      if (done == MAX_TURN) {
        break;
      }
    }
    size.addAndGet(-done);
    after.run();
    if (!queue.isEmpty()) {
      wake();
    }
  }

  private static void run(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("a call failed", e);
    }
  }
}
