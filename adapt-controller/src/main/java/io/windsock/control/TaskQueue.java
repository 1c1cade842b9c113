package io.windsock.control;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.control.params.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/**
 * What others want written: any thread submits, the control thread takes. Bounded.
 *
 * <p>What is submitted completes with the epoch then in force and what has changed. It fails with
 * {@link NotActiveException} if this controller can't write it now, with {@link
 * io.windsock.contracts.config.ConfigurationException} if it is refused; in both cases nothing has
 * changed.
 */
final class TaskQueue {
  /** The most that wait. */
  static final int MOST = 256;

  /** Something to be written, and who waits for it. */
  record Task(Work work, CompletableFuture<Written> done) {}

  /** What is to be written; the control loop is the one visitor. */
  sealed interface Work permits Edit, Anew, Announce {}

  /** A change of the parameters. */
  record Edit(Change change) implements Work {}

  /** A change also where the control topic has lost the parameters. */
  record Anew(Change change) implements Work {}

  /** A commit point. */
  record Announce(CommitPoint point) implements Work {}

  private final BlockingQueue<Task> tasks = new ArrayBlockingQueue<>(MOST);
  private volatile boolean closed;

  CompletableFuture<Written> submit(Work work) {
    CompletableFuture<Written> done = new CompletableFuture<>();
    if (closed) {
      done.completeExceptionally(new NotActiveException("the controller closes"));
    } else if (!tasks.offer(new Task(work, done))) {
      done.completeExceptionally(new NotActiveException(MOST + " changes wait already; try again"));
    }
    return done;
  }

  List<Task> take() {
    List<Task> waiting = new ArrayList<>();
    tasks.drainTo(waiting);
    return waiting;
  }

  /** Takes no more, and fails what waits. */
  void close() {
    closed = true;
    for (Task task : take()) {
      task.done().completeExceptionally(new NotActiveException("the controller closes"));
    }
  }
}
