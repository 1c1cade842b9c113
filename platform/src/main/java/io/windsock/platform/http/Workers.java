package io.windsock.platform.http;

import io.windsock.platform.http.message.Refusal;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker threads for blocking reads, which keep them off the event loops. Short and big reads have
 * separate threads: a big one waits for its client, and must not delay the short ones. Any thread
 * may submit work.
 */
public final class Workers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int CLOSE_SECONDS = 10;
  private static final int RETRY_SECONDS = 1;

  /**
   * The numbers of threads and of waiting tasks.
   *
   * @param scanThreads threads for short reads
   * @param waitingScans short reads that may wait for a thread
   * @param bigThreads threads for big reads
   * @param waitingBig big reads that may wait for a thread
   */
  public record Bounds(int scanThreads, int waitingScans, int bigThreads, int waitingBig) {}

  private final String noun;
  private final ThreadPoolExecutor scans;
  private final ThreadPoolExecutor bigOnes;

  /**
   * Creates workers, which start threads on demand.
   *
   * @param noun the kind of server named in its messages, such as {@code site}
   * @param name the server's name, used in thread names
   */
  public Workers(String noun, String name, Bounds bounds) {
    this(noun, name, bounds, Thread::new);
  }

  /** Creates workers whose threads are made by {@code maker}. */
  Workers(String noun, String name, Bounds bounds, BiFunction<Runnable, String, Thread> maker) {
    this.noun = noun;
    String prefix = "windsock-" + name;
    scans = pool(prefix + "-scan", bounds.scanThreads(), bounds.waitingScans(), maker);
    bigOnes = pool(prefix + "-big", bounds.bigThreads(), bounds.waitingBig(), maker);
  }

  private static ThreadPoolExecutor pool(
      String name, int threads, int waiting, BiFunction<Runnable, String, Thread> maker) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(waiting),
            work -> {
              Thread thread = maker.apply(work, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Submits a short read, which must not block on its client.
   *
   * @throws Refusal if too many are waiting already
   */
  public void scan(Runnable work) {
    execute(scans, work, "requests");
  }

  /**
   * Submits a big read, which may block on its client.
   *
   * @throws Refusal if too many are waiting already
   */
  public void big(Runnable work) {
    execute(bigOnes, work, "big requests");
  }

  /** Returns whether big reads wait for a thread. */
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
              LOG.error("the work for a request failed", e);
            }
          });
    } catch (RejectedExecutionException e) {
      throw refusal("too many " + what + " are waiting");
    } catch (OutOfMemoryError e) { // the system allows no further thread
      LOG.error("no thread can be started for {}: {}", what, e.getMessage());
      throw refusal("no thread can be started for " + what);
    }
  }

  private Refusal refusal(String why) {
    return Refusal.unavailable(why, "try again, or another " + noun, RETRY_SECONDS);
  }

  /** Interrupts big reads, drops waiting work, and waits for the rest. */
  @Override
  public void close() {
    scans.shutdownNow();
    bigOnes.shutdownNow();
    try {
      if (!scans.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)
          || !bigOnes.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("the work for a request is still running after {} s", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
