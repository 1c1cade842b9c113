package io.windsock.feeds.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DeliveriesTest {
  private static final int SIZE = 10;

  @Property(tries = 200)
  void shouldTellUpToWhereAllIsSettledInWhateverOrder(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Deliveries deliveries = new Deliveries(16, 1_000_000, () -> {});
    TreeSet<Long> open = new TreeSet<>();
    long begun = 0;
    for (int step = 0; step < 400; step++) {
      boolean room = open.isEmpty() || begun - (open.first() - 1) < 16;
      if (room && random.nextBoolean()) {
        begun = deliveries.begin(1_000 + begun, SIZE);
        open.add(begun);
      } else if (!open.isEmpty()) {
        long number = List.copyOf(open).get(random.nextInt(open.size()));
        open.remove(number);
        if (random.nextInt(10) == 0) {
          deliveries.refuse(new ReplayFault(number, "T", "K", 0, SIZE, "too large"), SIZE);
        } else {
          deliveries.acknowledge(number, SIZE);
        }
      }
      long through = open.isEmpty() ? begun : open.first() - 1;
      assertThat(deliveries.settledThrough()).isEqualTo(through);
      assertThat(deliveries.settledThroughMs())
          .isEqualTo(through == 0 ? ReplayProgress.NONE : 999 + through);
    }
    assertThat(deliveries.acked() + refused(deliveries)).isEqualTo(begun - open.size());
    assertThat(deliveries.awaitSettled(Duration.ofMillis(1), true)).isEqualTo(open.isEmpty());
  }

  private static long refused(Deliveries deliveries) {
    List<ReplayFault> refused = new ArrayList<>();
    for (ReplayFault next = deliveries.nextRefusal();
        next != null;
        next = deliveries.nextRefusal()) {
      refused.add(next);
    }
    return refused.size();
  }

  @Test
  void shouldBoundTheBytesOnTheirWayButPassOneLargerEvent() throws Exception {
    Deliveries deliveries = new Deliveries(100, 1_000, () -> {});
    long large = deliveries.begin(1, 5_000);
    CompletableFuture<Long> next = beginInBackground(deliveries);

    Awaitility.await().during(Duration.ofMillis(100)).until(() -> !next.isDone());
    deliveries.acknowledge(large, 5_000);

    assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(2);
  }

  @Test
  void shouldEndWaitingForRoomWhenInterruptedOrFailed() throws Exception {
    Deliveries interrupted = new Deliveries(1, 1_000, () -> {});
    interrupted.begin(1, SIZE);
    CompletableFuture<Long> one = beginInBackground(interrupted);
    interrupted.interrupt();
    assertThat(one.get(60, TimeUnit.SECONDS)).isZero();

    CompletableFuture<Boolean> told = new CompletableFuture<>();
    Deliveries failed = new Deliveries(1, 1_000, () -> told.complete(true));
    long number = failed.begin(1, SIZE);
    CompletableFuture<Long> other = beginInBackground(failed);
    failed.fail(number, SIZE, new IllegalStateException("first"));
    failed.fail(number + 1, SIZE, new IllegalStateException("second"));
    assertThat(other.get(60, TimeUnit.SECONDS)).isZero();
    assertThat(told).isCompleted();
    assertThat(failed.failure()).isNotNull();
    assertThat(failed.failure().cause()).hasMessage("first");
    assertThat(failed.awaitSettled(Duration.ofSeconds(30), true)).isFalse();
  }

  private static CompletableFuture<Long> beginInBackground(Deliveries deliveries) {
    CompletableFuture<Long> begun = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                begun.complete(deliveries.begin(2, SIZE));
              } catch (InterruptedException e) {
                begun.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return begun;
  }
}
