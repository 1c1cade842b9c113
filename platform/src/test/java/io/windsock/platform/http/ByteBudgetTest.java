package io.windsock.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private static final int THREADS = 4;
  private static final int TAKES = 20_000;

  @Test
  void shouldTakeWhatIsLeftAndNothingElse() {
    ByteBudget budget = new ByteBudget(10);

    assertThat(budget.take(10)).isTrue();
    assertThat(budget.take(1)).isFalse();
    assertThat(budget.takenBytes()).isEqualTo(10);

    budget.giveBack(4);

    assertThat(budget.take(5)).isFalse();
    assertThat(budget.take(4)).isTrue();
  }

  @Test
  void shouldRefuseNobodyForWhatOthersAreRefused() throws InterruptedException {
    ByteBudget budget = new ByteBudget(THREADS);
    AtomicLong refused = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    threads.execute(
        () -> {
          for (int i = 0; i < TAKES; i++) {
            assertThat(budget.take(THREADS + 1)).isFalse(); // never fits
          }
        });
    for (int i = 0; i < THREADS; i++) {
      threads.execute(
          () -> {
            for (int take = 0; take < TAKES; take++) {
              if (budget.take(1)) {
                budget.giveBack(1);
              } else {
                refused.incrementAndGet();
              }
            }
          });
    }
    threads.shutdown();

    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(refused).hasValue(0);
    assertThat(budget.takenBytes()).isZero();
  }
}
