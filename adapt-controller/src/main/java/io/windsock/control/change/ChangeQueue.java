package io.windsock.control.change;

import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.wire.CommitPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A bounded queue of changes to write to the control topic. Any thread submits; the control thread
 * takes.
 *
 * <p>A submitted task completes with the epoch then in force and the changes made. It fails as
 * {@link Mirroring#make} describes if it is refused, and with {@link NotActiveException} if this
 * controller can't write it now, which says whether it may have been written all the same. A
 * submitter that waits no longer cancels the task: the control thread may be blocked for long, and
 * what was decided before is out of date then.
 */
public final class ChangeQueue implements AutoCloseable {
  /** The capacity of the queue. */
  static final int MAX_WAITING = 256;

  private static final long PATIENCE_MS = 30_000;

  /** Something to write, and the future of its submitter. */
  public record Task(Work work, CompletableFuture<Written> done) {}

  /** Something to write. */
  public sealed interface Work permits Request, Announcement {}

  /** A call of the mirroring API by a caller. */
  public record Request(MirroringCall call, Caller caller) implements Work {}

  /** A commit point. */
  public record Announcement(CommitPoint point) implements Work {}

  private final BlockingQueue<Task> tasks;
  private final long patienceMs;
  private volatile boolean closed;

  /** Creates an empty queue. */
  public ChangeQueue() {
    this(PATIENCE_MS, new ArrayBlockingQueue<>(MAX_WAITING));
  }

  /** Creates a queue whose callers wait this long, on an empty queue of tasks. */
  ChangeQueue(long patienceMs, BlockingQueue<Task> tasks) {
    this.patienceMs = patienceMs;
    this.tasks = tasks;
  }

  /**
   * Returns a mirroring API for one caller, which submits each call and waits until it is written.
   */
  public Mirroring by(Caller caller) {
    return call -> await(submit(new Request(call, caller)));
  }

  private Written await(CompletableFuture<Written> done) {
    try {
      return done.get(patienceMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      done.cancel(false);
      throw NotActiveException.unconfirmed("not written within " + patienceMs / 1000 + " s");
    } catch (InterruptedException e) {
      done.cancel(false);
      Thread.currentThread().interrupt();
      throw NotActiveException.unconfirmed("interrupted while waiting");
    }
  }

  /** Submits {@code work}; returns at once. */
  public CompletableFuture<Written> submit(Work work) {
    CompletableFuture<Written> done = new CompletableFuture<>();
    if (closed) {
      done.completeExceptionally(closing());
    } else if (!tasks.offer(new Task(work, done))) {
      done.completeExceptionally(
          new NotActiveException(MAX_WAITING + " changes wait already; try again"));
    } else if (closed) {
      refuseWaiting(); // closed since the first look: nobody may take the task any more
    }
    return done;
  }

  private static NotActiveException closing() {
    return new NotActiveException("the controller closes");
  }

  private void refuseWaiting() {
    for (Task task : take()) {
      task.done().completeExceptionally(closing());
    }
  }

  /** Takes all waiting tasks except cancelled ones. */
  public List<Task> take() {
    List<Task> waiting = new ArrayList<>();
    tasks.drainTo(waiting);
    waiting.removeIf(task -> task.done().isDone());
    return waiting;
  }

  /** Accepts no more tasks, and fails the waiting ones. */
  @Override
  public void close() {
    closed = true;
    refuseWaiting();
  }
}
