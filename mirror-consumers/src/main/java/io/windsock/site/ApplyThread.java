package io.windsock.site;

import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.progress.Progress;
import io.windsock.site.state.SiteState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that runs a site's apply loop, and closes it at its end. Any thread may call it. */
final class ApplyThread {
  private static final Logger LOG = LoggerFactory.getLogger(ApplyThread.class);

  private final String site;
  private final ApplyLoop loop;
  private final Consumer<Progress> afterStep;
  private final Runnable whenStopped;
  private final Thread thread;

  /** Set once gateways know that the site stops: applying ends then. */
  private volatile boolean drained;

  /** Released once the server is closed: until then, the site must not report that it is closed. */
  private final CountDownLatch unserved = new CountDownLatch(1);

  /**
   * Creates it.
   *
   * @param afterStep takes the progress after each step, on this thread
   * @param whenStopped runs once the loop no longer applies, on this thread
   */
  ApplyThread(String site, ApplyLoop loop, Consumer<Progress> afterStep, Runnable whenStopped) {
    this.site = site;
    this.loop = loop;
    this.afterStep = afterStep;
    this.whenStopped = whenStopped;
    thread = new Thread(this::apply, "apply-" + site);
  }

  void start() {
    thread.start();
  }

  private void apply() {
    try {
      while (!drained && loop.running()) {
        loop.doWork();
        afterStep.accept(loop.progress());
      }
      whenStopped.run();
      if (drained) {
        awaitUnserved();
      }
    } catch (Error e) {
      loop.stop(e.toString());
      throw e;
    } finally {
      loop.close();
    }
  }

  private void awaitUnserved() {
    try {
      unserved.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends applying after the current step. */
  void drain() {
    drained = true;
  }

  /** Closes the loop and ends the thread, as soon as its step ends: the site serves no more. */
  void finish() {
    unserved.countDown();
    loop.wakeup();
  }

  /** Waits until the thread has ended, but not longer than this. */
  void join(Duration patience) throws InterruptedException {
    thread.join(patience.toMillis());
  }

  boolean hasEnded() {
    return !thread.isAlive();
  }

  /** Closes the state once this thread has ended, however long it hangs. */
  void closeAfter(SiteState state) {
    StackTraceElement[] at = thread.getStackTrace();
    LOG.error(
        "{}: its apply thread hangs, at {}; the state is closed when that has ended",
        site,
        at.length == 0 ? "its end" : at[0]);
    Thread last = new Thread(() -> awaitApplied(state), "close-" + site);
    last.setDaemon(true);
    last.start();
  }

  private void awaitApplied(SiteState state) {
    try {
      thread.join();
      state.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
