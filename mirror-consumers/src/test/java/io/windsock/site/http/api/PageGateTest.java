package io.windsock.site.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageGateTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** A client that takes nothing. */
  private static final class Nobody implements PageGate.Receiver {
    @Override
    public void begin(SitePosition at) {}

    @Override
    public void page(Buffer page) {}

    @Override
    public void end(boolean complete) {}
  }

  private PageGate full(Duration stall) {
    PageGate gate = new PageGate(vertx.getOrCreateContext(), stall, new Nobody());
    for (int i = 0; i < PageGate.AHEAD; i++) {
      assertThat(gate.page(Buffer.buffer("page"))).isTrue();
    }
    return gate;
  }

  @Test
  void shouldGiveUpAClientThatTakesNothing() {
    assertThat(full(Duration.ofMillis(300)).page(Buffer.buffer("page"))).isFalse();
  }

  @Test
  void shouldGiveItUpSoonerIfTheWorkerIsWantedElsewhere() {
    PageGate gate = full(LONG);
    gate.hurryIf(() -> true);
    long startNs = System.nanoTime();

    assertThat(gate.page(Buffer.buffer("page"))).isFalse();

    assertThat(Duration.ofNanos(System.nanoTime() - startNs))
        .isBetween(PageGate.STALL_WHEN_BUSY, LONG.dividedBy(2));
  }

  @Test
  void shouldGoOnOnceThereIsRoom() {
    PageGate gate = full(LONG);
    vertx.setTimer(50, timer -> gate.taken());

    assertThat(gate.page(Buffer.buffer("page"))).isTrue();
  }
}
