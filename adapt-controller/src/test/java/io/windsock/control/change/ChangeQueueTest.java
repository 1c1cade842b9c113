package io.windsock.control.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.Written;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of changes that nobody waits for or takes any more. */
class ChangeQueueTest {
  private static final Caller ANN = Caller.named("Ann");

  /** The control thread was blocked for longer than the caller waited. */
  @Test
  void shouldNotHandOutAChangeWhoseCallerWaitsNoLonger() {
    try (ChangeQueue queue = new ChangeQueue(1, new ArrayBlockingQueue<>(2))) {
      assertThatThrownBy(() -> queue.by(ANN).make(new Release()))
          .isInstanceOfSatisfying(NotActiveException.class, e -> assertThat(e.mayBeMade()).isTrue())
          .hasMessageContaining("not written within");
      CompletableFuture<Written> later = queue.submit(new ChangeQueue.Request(new Release(), ANN));

      List<ChangeQueue.Task> taken = queue.take();

      assertThat(taken).hasSize(1);
      assertThat(taken.get(0).done()).isSameAs(later);
    }
  }

  /** Tasks that come while something else happens. */
  private static final class LateTasks extends ArrayBlockingQueue<ChangeQueue.Task> {
    private Runnable meanwhile = () -> {};

    LateTasks() {
      super(1);
    }

    @Override
    public boolean offer(ChangeQueue.Task task) {
      meanwhile.run();
      return super.offer(task);
    }
  }

  @Test
  void shouldRefuseAChangeThatComesWhileItCloses() {
    LateTasks tasks = new LateTasks();
    try (ChangeQueue queue = new ChangeQueue(1, tasks)) {
      tasks.meanwhile = queue::close;

      CompletableFuture<Written> done = queue.submit(new ChangeQueue.Request(new Release(), ANN));

      assertThat(done).isCompletedExceptionally();
      assertThatThrownBy(done::join)
          .hasCauseInstanceOf(NotActiveException.class)
          .hasMessageContaining("the controller closes");
    }
  }
}
