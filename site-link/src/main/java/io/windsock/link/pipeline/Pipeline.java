package io.windsock.link.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stages of one site. The thread that calls {@link #run} works on the first half of the stages,
 * or on all of them; a thread of the pipeline's own on the second half; further threads on pieces
 * of a batch. Batches stay in order. The first error stops everything, and {@link #run} and {@link
 * #finish} throw it from then on.
 *
 * @param <J> a batch
 */
public final class Pipeline<J> implements AutoCloseable {
  /** The batches that may wait between the two halves. */
  private static final int WAITING = 1;

  /** The same before a stage that may work on several at once; memory holds them all. */
  private static final int WAITING_FOR_LAST = 8;

  private static final long OFFER_MS = 50;
  private static final long CLOSE_SECONDS = 10;

  /** Is told how long each stage before the last one, and each half of them, took. */
  public interface Listener<J> {
    /** A stage has ended. Called by the thread that works on the next one. */
    default void ran(J job, StageName stage, long ns) {}

    /**
     * A half of the stages has ended, or all of them if one thread works on all. Called by the
     * thread that worked on it.
     */
    void ran(J job, long ns);
  }

  private final String name;
  private final List<Step<J>> first = new ArrayList<>();
  private final List<Step<J>> second = new ArrayList<>();
  private final @Nullable LastStage<J> last;
  private final StageTimes times;
  private final int threads;
  private final Listener<J> listener;
  private final Consumer<PipelineException> failed;
  private final BlockingQueue<J> between;
  private final AtomicReference<PipelineException> error = new AtomicReference<>();
  private final @Nullable ExecutorService pieces;
  private final @Nullable Thread secondThread;

  /** Batches handed over and not yet through. Guarded by {@code lock}. */
  private int handedOver;

  private final Object lock = new Object();
  private volatile boolean closed;

  /**
   * Creates a pipeline and starts its threads.
   *
   * @param name the beginning of its threads' names
   * @param steps its stages, in order
   * @param last what follows them, on the thread that works on the last of them; null for nothing
   * @param failed is called once, by the thread that failed
   */
  public Pipeline(
      String name,
      PipelineShape shape,
      List<? extends Step<J>> steps,
      @Nullable LastStage<J> last,
      StageTimes times,
      Listener<J> listener,
      Consumer<PipelineException> failed) {
    this.name = name;
    this.last = last;
    between = new ArrayBlockingQueue<>(last == null ? WAITING : WAITING_FOR_LAST);
    this.times = times;
    threads = shape.threads();
    this.listener = listener;
    this.failed = failed;
    boolean deep = shape.kind().depth() > 1;
    for (Step<J> step : steps) {
      (deep && !step.name().first() ? second : first).add(step);
    }
    pieces = shape.threads() > 1 ? pool(shape.threads() - 1) : null;
    secondThread = deep ? new Thread(this::runSecond, name + "-second") : null;
    if (secondThread != null) {
      secondThread.setDaemon(true);
      secondThread.start();
    }
  }

  private ExecutorService pool(int threads) {
    return Executors.newFixedThreadPool(
        threads,
        work -> {
          Thread thread = new Thread(work, name + "-pieces");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Works on a batch; returns when the caller's stages are done and the next thread has taken it
   * over, which waits while that is busy.
   *
   * @throws PipelineException if a stage has failed, for this batch or an earlier one
   */
  public void run(J job) throws PipelineException, InterruptedException {
    check();
    work(first, job);
    if (secondThread == null) {
      end(job);
      return;
    }
    synchronized (lock) {
      handedOver++;
    }
    while (!between.offer(job, OFFER_MS, TimeUnit.MILLISECONDS)) {
      check();
    }
    check();
  }

  /**
   * No batch waits for {@link #run} now: if the caller works on the last stage, it finishes what it
   * has taken. Returns at once where another thread does.
   *
   * @throws PipelineException if a stage has failed
   */
  public void idle() throws PipelineException, InterruptedException {
    check();
    if (secondThread == null) {
      finishLast();
    }
  }

  /**
   * Waits until all batches are through.
   *
   * @throws PipelineException if a stage has failed
   */
  public void finish() throws PipelineException, InterruptedException {
    idle();
    synchronized (lock) {
      while (handedOver > 0 && error.get() == null) {
        lock.wait(OFFER_MS);
      }
    }
    check();
  }

  /**
   * Checks that it has not stopped.
   *
   * @throws PipelineException if it has
   */
  public void check() throws PipelineException {
    PipelineException reason = error.get();
    if (reason != null) {
      throw new PipelineException(String.valueOf(reason.getMessage()), reason.getCause());
    }
    if (closed) {
      throw new PipelineException(name + " is closed", null);
    }
  }

  private void runSecond() {
    try {
      int taken = 0;
      while (!closed) {
        J job = between.poll();
        if (job == null) {
          finishLast();
          through(taken);
          taken = 0;
          job = between.take();
        }
        work(second, job);
        end(job);
        taken++;
      }
    } catch (InterruptedException e) {
      fail(new PipelineException(name + " is closed", null));
    } catch (PipelineException e) {
      wakeFinish();
    } catch (RuntimeException | Error e) { // a thread that died would look busy for ever
      var unused = fail(new PipelineException(name + " failed: " + e, e));
      wakeFinish();
    }
  }

  private void wakeFinish() {
    synchronized (lock) {
      lock.notifyAll();
    }
  }

  private void through(int batches) {
    synchronized (lock) {
      handedOver -= batches;
      lock.notifyAll();
    }
  }

  private void end(J job) throws PipelineException, InterruptedException {
    LastStage<J> stage = last;
    if (stage != null) {
      guarded(stage.name(), () -> stage.take(job));
    }
  }

  private void finishLast() throws PipelineException, InterruptedException {
    LastStage<J> stage = last;
    if (stage != null) {
      guarded(stage.name(), stage::finish);
    }
  }

  /** The work of a stage. */
  private interface Work {
    void run() throws Exception;
  }

  private void guarded(StageName stage, Work work) throws PipelineException, InterruptedException {
    try {
      work.run();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | Error e) {
      throw fail(
          new PipelineException(
              name + ": stage " + stage.label() + " failed: " + e.getMessage(), e));
    }
  }

  private void work(List<Step<J>> steps, J job) throws PipelineException, InterruptedException {
    long beginNs = System.nanoTime();
    long fromNs = beginNs;
    for (Step<J> step : steps) {
      guarded(step.name(), () -> work(step, job));
      long nowNs = System.nanoTime();
      times.add(step.name(), nowNs - fromNs, step.pieces(job), threads);
      listener.ran(job, step.name(), nowNs - fromNs);
      fromNs = nowNs;
    }
    listener.ran(job, fromNs - beginNs);
  }

  private void work(Step<J> step, J job) throws Exception {
    Pieces<J> shared = new Pieces<>(step, job);
    ExecutorService others = pieces;
    int helpers = Math.min(threads, step.pieces(job)) - 1;
    for (int i = 0; others != null && i < helpers; i++) {
      others.execute(shared::work);
    }
    shared.work();
    shared.await();
  }

  private PipelineException fail(PipelineException reason) {
    if (error.compareAndSet(null, reason) && !closed) {
      failed.accept(reason);
    }
    return reason;
  }

  /** Stops at once; batches that are not through are dropped. Waits for the threads to end. */
  @Override
  public void close() {
    closed = true;
    if (pieces != null) {
      pieces.shutdownNow();
    }
    Thread thread = secondThread;
    if (thread == null || thread == Thread.currentThread()) {
      return;
    }
    thread.interrupt();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
