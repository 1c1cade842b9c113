package io.windsock.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IntakeTest {
  private static final int THREADS = 4;
  private static final int EACH = 5_000;

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final AtomicInteger turns = new AtomicInteger();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void shouldDoTheWorkOfEachThreadInItsOrderInFewTurns() throws InterruptedException {
    Intake intake = new Intake(loop, THREADS * EACH, turns::incrementAndGet);
    CountDownLatch held = new CountDownLatch(1);
    loop.runOnContext(v -> hold(held));
    List<List<Integer>> done = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      List<Integer> mine = Collections.synchronizedList(new ArrayList<>());
      done.add(mine);
      Thread thread = new Thread(() -> fill(intake, mine));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    held.countDown();
    await().until(() -> done.stream().allMatch(mine -> mine.size() == EACH));

    assertThat(done).allSatisfy(mine -> assertThat(mine).isSorted());
    assertThat(turns.get()).isBetween(1, 1 + THREADS * EACH / 4_096);
  }

  private static void fill(Intake intake, List<Integer> done) {
    for (int i = 0; i < EACH; i++) {
      int number = i;
      assertThat(intake.offer(() -> done.add(number))).isTrue();
    }
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldRefuseWorkBeyondItsBoundAndTakeMoreLater() {
    Intake intake = new Intake(loop, 2, turns::incrementAndGet);
    CountDownLatch held = new CountDownLatch(1);
    loop.runOnContext(v -> hold(held));
    AtomicInteger done = new AtomicInteger();
    assertThat(intake.offer(done::incrementAndGet)).isTrue();
    assertThat(intake.offer(done::incrementAndGet)).isTrue();
    assertThat(intake.offer(done::incrementAndGet)).isFalse();
    held.countDown();
    await().until(() -> done.get() == 2);
    await().until(() -> intake.offer(done::incrementAndGet));
    await().until(() -> done.get() == 3);
  }

  @Test
  void shouldGoOnAfterWorkThatFails() {
    Intake intake = new Intake(loop, 10, turns::incrementAndGet);
    AtomicInteger done = new AtomicInteger();
    intake.add(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    intake.add(done::incrementAndGet);
    await().until(() -> done.get() == 1);
  }
}
