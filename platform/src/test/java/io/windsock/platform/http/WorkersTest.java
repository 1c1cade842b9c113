package io.windsock.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.platform.http.message.Refusal;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WorkersTest {
  private static final Workers.Bounds BOUNDS = new Workers.Bounds(1, 1, 1, 1);
  private static final long PATIENCE_SECONDS = 60;

  @Test
  void shouldRefuseMoreThanMayWait() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(2);
    try (Workers workers = new Workers("site", "m1", BOUNDS)) {
      for (int i = 0; i < 2; i++) {
        workers.scan(
            () -> {
              awaitQuietly(release);
              done.countDown();
            });
      }
      assertThatThrownBy(() -> workers.scan(() -> {}))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("too many requests are waiting");
      release.countDown();
      assertThat(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As at the limit of a container's processes. */
  @Test
  void shouldRefuseWhenNoThreadCanBeStarted() throws Exception {
    AtomicBoolean atLimit = new AtomicBoolean(true);
    CountDownLatch ran = new CountDownLatch(1);
    try (Workers workers =
        new Workers(
            "site",
            "m1",
            BOUNDS,
            (work, name) ->
                new Thread(work, name) {
                  @Override
                  public synchronized void start() {
                    if (atLimit.get()) {
                      throw new OutOfMemoryError("unable to create native thread");
                    }
                    super.start();
                  }
                })) {
      assertThatThrownBy(() -> workers.scan(() -> {}))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("no thread can be started");

      atLimit.set(false);
      workers.scan(ran::countDown);
      assertThat(ran.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }
}
