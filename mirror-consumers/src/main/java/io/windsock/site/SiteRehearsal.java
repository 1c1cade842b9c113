package io.windsock.site;

import io.windsock.site.progress.Progress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a site rehearse calls, on a thread of its own, when it has caught up for the first time. The
 * site serves nobody before that is over, or its time: a rehearsal that hangs holds up nothing. Any
 * thread may use it, except {@link #look}.
 */
final class SiteRehearsal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SiteRehearsal.class);

  /** What beginning and ending a rehearsal may take besides. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  /** How long closing waits for the thread, which may hang in a call of the disk. */
  private static final long CLOSE_PATIENCE_MS = 10_000;

  private final String site;
  private final Duration most;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Thread thread;

  /** Until when it may take, in terms of {@link System#nanoTime}; set before the latch opens. */
  private volatile long deadlineNs;

  private volatile boolean done;
  private volatile boolean closed;

  /** What is done in at most the time given. */
  @FunctionalInterface
  interface Part {
    void rehearse(Duration most) throws InterruptedException;
  }

  /**
   * Creates it.
   *
   * @param most how long it takes at most; zero: there is none
   */
  SiteRehearsal(String site, Duration most, Part part) {
    this.site = site;
    this.most = most;
    done = most.isZero();
    thread = new Thread(() -> run(part), "rehearsal-" + site);
    thread.setDaemon(true);
  }

  /** Starts waiting for the site to catch up. */
  void start() {
    if (!done) {
      thread.start();
    }
  }

  private void run(Part part) {
    try {
      caughtUp.await();
      part.rehearse(most);
    } catch (InterruptedException e) {
      LOG.debug("{}: closed before it had rehearsed", site);
    } catch (RuntimeException | Error e) {
      LOG.error("{}: goes without a rehearsal", site, e);
    }
    done = !closed;
  }

  /** Notes how far the site is. Cheap: the apply thread, and no other, calls it often. */
  void look(Progress now) {
    if (caughtUp.getCount() > 0 && now.phase().ready()) {
      deadlineNs = System.nanoTime() + most.plus(MARGIN).toNanos();
      caughtUp.countDown();
    }
  }

  /** Whether the site may serve, if it has caught up. */
  boolean over() {
    return done || (caughtUp.getCount() == 0 && System.nanoTime() - deadlineNs > 0);
  }

  /** Ends it early. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(CLOSE_PATIENCE_MS);
      if (thread.isAlive()) {
        LOG.warn("{}: its rehearsal hangs; closing goes on without it", site);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
