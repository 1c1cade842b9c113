package io.windsock.testbed.storm;

import io.windsock.contracts.config.Failure;
import io.windsock.testbed.storm.display.Display;
import io.windsock.testbed.storm.display.DisplayLoops;
import io.windsock.testbed.storm.display.DisplayRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A storm of displays, from start to end. One thread sends each request at its scheduled time,
 * regardless of the earlier ones; event loops do the rest. Any thread may observe and stop it.
 */
public final class Storm {
  private static final long LOOK_EVERY_MS = 20;

  private final StormOptions options;
  private final StormSchedule schedule;
  private final StormStats stats = new StormStats();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final DisplayLoops loops = new DisplayLoops();
  private final List<Display> displays;
  private final long startNs;
  private volatile StormProgress.State state = StormProgress.State.STORMING;
  private volatile long endNs;
  private volatile @Nullable Throwable fault;

  private Storm(StormOptions options) {
    this.options = options;
    schedule = StormSchedule.of(options);
    displays = displays();
    startNs = System.nanoTime();
  }

  /**
   * Starts a storm at sites of other processes.
   *
   * @throws Failure if this process may not open that many connections
   */
  public static Storm start(StormOptions options) {
    return start(options, 1);
  }

  /**
   * Starts a storm.
   *
   * @param filesEach connections per display in this process: 2 if the sites are in it too
   * @throws Failure if this process may not open that many connections
   */
  static Storm start(StormOptions options, int filesEach) {
    OpenFiles.check(options.clients(), filesEach);
    Storm storm = new Storm(options);
    Thread thread = new Thread(storm::run, "storm");
    thread.setDaemon(true);
    thread.start();
    return storm;
  }

  private List<Display> displays() {
    List<DisplayRequest> requests =
        options.sites().stream().map(site -> new DisplayRequest(site, options.target())).toList();
    long patienceMs = options.patience().toMillis();
    List<Display> made = new ArrayList<>(options.clients());
    for (int i = 0; i < options.clients(); i++) {
      made.add(new Display(loops, requests.get(i % requests.size()), patienceMs, stats));
    }
    return made;
  }

  private void run() {
    try {
      boolean stopped = storm() || settle() || follow();
      end(stopped);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      fault = e;
      throw e;
    } finally {
      done.countDown();
    }
  }

  /** Sends all requests; returns whether the storm was stopped. */
  private boolean storm() throws InterruptedException {
    long requests = schedule.requests();
    for (long i = 0; i < requests; i++) {
      long intendedNs = startNs + schedule.intendedNs(i);
      if (stop.await(intendedNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return true;
      }
      stats.due();
      displays.get((int) (i % displays.size())).regain(intendedNs);
    }
    return false;
  }

  /** Waits until every request is answered or has failed, which the patience setting bounds. */
  private boolean settle() throws InterruptedException {
    while (stats.pending() > 0) {
      if (stop.await(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return stop.getCount() == 0;
  }

  private boolean follow() throws InterruptedException {
    state = StormProgress.State.FOLLOWING;
    long wholeNs = options.duration().toNanos();
    if (options.pattern() == StormPattern.burst) {
      wholeNs += options.ramp().toNanos();
    }
    return stop.await(startNs + wholeNs - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private void end(boolean stopped) {
    displays.forEach(Display::close);
    endNs = System.nanoTime();
    state = stopped ? StormProgress.State.STOPPED : StormProgress.State.ENDED;
    loops.close();
  }

  /** Returns the current progress. */
  public StormProgress progress() {
    return stats.progress(state, elapsedMs(), schedule.requests());
  }

  private long elapsedMs() {
    long until = endNs == 0 ? System.nanoTime() : endNs;
    return TimeUnit.NANOSECONDS.toMillis(until - startNs);
  }

  /** Ends the storm now; its displays go dark. */
  public void stop() {
    stop.countDown();
  }

  /** Waits for at most this long; returns whether the storm has ended. */
  public boolean await(long ms) throws InterruptedException {
    return done.await(ms, TimeUnit.MILLISECONDS);
  }

  /**
   * Waits for the end.
   *
   * @throws IllegalStateException if the storm failed
   */
  public StormSummary await() throws InterruptedException {
    done.await();
    Throwable broken = fault;
    if (broken != null) {
      throw new IllegalStateException("the storm failed: " + broken.getMessage(), broken);
    }
    return stats.summary(options, state == StormProgress.State.STOPPED, elapsedMs());
  }
}
