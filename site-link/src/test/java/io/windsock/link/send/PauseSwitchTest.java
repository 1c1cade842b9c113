package io.windsock.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PauseSwitchTest {
  private static final long LOOK_MS = 20;
  private static final long LONG_MS = TimeUnit.HOURS.toMillis(1);

  private final PauseSwitch pause = new PauseSwitch();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** A wait for a pause, in a thread of its own. */
  private CompletableFuture<Void> waiting(BooleanSupplier isClosed) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            pause.awaitOn(isClosed, LOOK_MS, LONG_MS);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void shouldEndABackoffWhenItIsPaused() throws Exception {
    CompletableFuture<Void> backoff = waiting(() -> false);
    assertThat(backoff).isNotDone();
    pause.set(true);

    backoff.get();
  }

  @Test
  void shouldNotBeginABackoffWhileItIsPaused() throws Exception {
    pause.set(true);

    pause.awaitOn(() -> false, LOOK_MS, LONG_MS);
  }

  @Test
  void shouldEndABackoffWhenItIsClosed() throws Exception {
    CompletableFuture<Void> backoff = waiting(closed::get);
    closed.set(true);

    backoff.get();
  }

  @Test
  void shouldEndABackoffInTime() throws Exception {
    long beginNs = System.nanoTime();
    pause.awaitOn(() -> false, LOOK_MS, 3 * LOOK_MS);

    assertThat(System.nanoTime() - beginNs)
        .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(3 * LOOK_MS));
  }
}
