package io.windsock.gateway.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.gateway.core.CoreSettings;
import io.windsock.gateway.core.CoreSettings.Limits;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that wait for the core's loop, by a clock that a test sets. */
class LoopCallsTest {
  private static final int DEADLINE_MS = 100;

  private final AtomicLong nowMs = new AtomicLong();
  private final Metrics metrics = new Metrics();
  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final Context edge = vertx.getOrCreateContext();
  private final BlockingQueue<Call> sent = new LinkedBlockingQueue<>();
  private final BlockingQueue<Answer> outcomes = new LinkedBlockingQueue<>();
  private final CoreLoop core =
      new CoreLoop(
          loop,
          new CoreSettings(
              "a",
              RoutingPolicy.UNIFORM,
              15,
              DEADLINE_MS,
              300,
              new Limits(4, 2),
              new Limits(2, 1),
              10,
              0.95,
              700),
          () -> TimeUnit.MILLISECONDS.toNanos(nowMs.get()),
          metrics);
  private final LoopCalls calls = new LoopCalls(core, 700, () -> {});

  @BeforeEach
  void open() {
    onLoop(
        () -> {
          core.sites(new Outlet());
          core.members(
              new Membership(List.of(new SiteReport("x", "run", true, false)), List.of("a")));
          core.heartbeat("x");
          return core.isOpen();
        });
  }

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
    metrics.close();
  }

  private final class Outlet implements SiteOutlet {
    @Override
    public boolean send(String site, Call call) {
      return sent.add(call);
    }

    @Override
    public void cancel(String site, String id) {}
  }

  private <T> T onLoop(Supplier<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.runOnContext(v -> done.complete(work.get()));
    return done.orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Asks while the loop is busy, which it is for so long. */
  private void askAndWait(long waitMs) {
    CountDownLatch held = new CountDownLatch(1);
    loop.runOnContext(v -> hold(held));
    Question key = new Question.OfKey("k");
    calls.ask("p", new Call("c1", key, DEADLINE_MS, null, 1, List.of()), edge, outcomes::add);
    nowMs.addAndGet(waitMs);
    held.countDown();
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> T taken(@Nullable T next) {
    if (next == null) {
      throw new AssertionError("nothing came");
    }
    return next;
  }

  @Test
  void shouldAskASiteWithTheTimeThatIsLeft() throws InterruptedException {
    askAndWait(DEADLINE_MS - 1);

    assertThat(taken(sent.poll(60, TimeUnit.SECONDS)).remainingMs()).isEqualTo(1);
    assertThat(outcomes).isEmpty();
  }

  @Test
  void shouldAskNoSiteForACallWhoseDeadlinePassedWhileItWaited() throws InterruptedException {
    askAndWait(DEADLINE_MS);

    Answer outcome = taken(outcomes.poll(60, TimeUnit.SECONDS));
    assertThat(outcome.id()).isEqualTo("c1");
    assertThat(outcome.status()).isEqualTo(Status.LATE);
    assertThat(outcome.error()).isEqualTo("no site answered within 100 ms");
    assertThat(sent).isEmpty();
    GatewayStats stats = onLoop(core::stats);
    assertThat(stats.calls()).isOne();
    assertThat(stats.late()).isOne();
    assertThat(metrics.scrape())
        .contains("windsock_gateway_latency_seconds_count{kind=\"key\"} 1")
        .contains("windsock_gateway_latency_seconds_sum{kind=\"key\"} 0.1");
  }
}
