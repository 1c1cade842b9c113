package io.windsock.platform.http;

import io.windsock.platform.http.message.Refusal;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that read, so that event loops never wait. Short reads and big ones have threads of
 * their own: a big one waits for its client, and must not make the short ones wait too. Any thread
 * may hand in work.
 */
public final class Workers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int CLOSE_SECONDS = 10;
  private static final int RETRY_SECONDS = 1;

  /**
   * How many threads there are, and how much may wait for them.
   *
   * @param scanThreads threads for short reads
   * @param waitingScans short reads waiting for one of them
   * @param bigThreads threads for big reads
   * @param waitingBig big reads waiting for one of them
   */
  public record Bounds(int scanThreads, int waitingScans, int bigThreads, int waitingBig) {}

  private final String noun;
  private final ThreadPoolExecutor scans;
  private final ThreadPoolExecutor bigOnes;

  /**
   * Makes the threads as there is work for them.
   *
   * @param noun what the server is, in what it says of itself: {@code site}
   * @param name its name, which its threads carry
   */
  public Workers(String noun, String name, Bounds bounds) {
    this.noun = noun;
    scans = pool("windsock-" + name + "-scan", bounds.scanThreads(), bounds.waitingScans());
    bigOnes = pool("windsock-" + name + "-big", bounds.bigThreads(), bounds.waitingBig());
  }

  private static ThreadPoolExecutor pool(String name, int threads, int waiting) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(waiting),
            work -> {
              Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Has a short read done; it must not wait for anything.
   *
   * @throws Refusal if too many are waiting already
   */
  public void scan(Runnable work) {
    execute(scans, work, "reads of state");
  }

  /**
   * Has a big read done; it may wait for its client.
   *
   * @throws Refusal if too many are waiting already
   */
  public void big(Runnable work) {
    execute(bigOnes, work, "big reads of state");
  }

  /** Whether big reads wait for a thread. */
  public boolean bigWait() {
    return !bigOnes.getQueue().isEmpty();
  }

  private void execute(ThreadPoolExecutor pool, Runnable work, String what) {
    try {
      pool.execute(
          () -> {
            try {
              work.run();
            } catch (RuntimeException e) {
              LOG.error("a read of state failed", e);
            }
          });
    } catch (RejectedExecutionException e) {
      throw Refusal.unavailable(
          "too many " + what + " are waiting", "try again, or another " + noun, RETRY_SECONDS);
    }
  }

  /** Interrupts big reads, drops what is waiting, and waits for the rest. */
  @Override
  public void close() {
    scans.shutdownNow();
    bigOnes.shutdownNow();
    try {
      if (!scans.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)
          || !bigOnes.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("a read of state goes on after {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
