package io.windsock.site.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.ConnectionBounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class PageGateTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** A client that takes nothing. */
  private static class Nobody implements PageGate.Receiver {
    @Override
    public void begin(SitePosition at) {}

    @Override
    public void page(Buffer page) {}

    @Override
    public void end(PageGate.Outcome outcome) {}
  }

  private PageGate full() {
    PageGate gate = new PageGate(work -> vertx.runOnContext(v -> work.run()), LONG, new Nobody());
    for (int i = 0; i < PageGate.AHEAD; i++) {
      assertThat(gate.page(Buffer.buffer("page"))).isTrue();
    }
    return gate;
  }

  @Test
  void shouldLetAClientTakeLessLongIfTheWorkerIsWantedElsewhere() {
    boolean[] wanted = {false};
    PageGate gate = full();
    gate.hurryIf(() -> wanted[0]);
    assertThat(gate.stallNs()).isEqualTo(LONG.toNanos());

    wanted[0] = true;

    assertThat(gate.stallNs()).isEqualTo(PageGate.STALL_WHEN_BUSY.toNanos());
    assertThat(ConnectionBounds.slowestBytesPerSecond(PageGate.STALL_WHEN_BUSY))
        .as("bytes a second, as docs/http-api.md has it")
        .isEqualTo(32 << 10);
  }

  @Test
  void shouldGoOnOnceThereIsRoom() {
    PageGate gate = full();
    vertx.setTimer(50, timer -> gate.taken());

    assertThat(gate.page(Buffer.buffer("page"))).isTrue();
  }

  @Test
  void shouldNotWaitForAClientThatIsCut() {
    PageGate gate = full();
    vertx.setTimer(50, timer -> gate.close());

    assertThat(gate.page(Buffer.buffer("page"))).isFalse();
    assertThat(gate.page(Buffer.buffer("page"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, COMPLETE",
    "true,  false, FAILED",
    "false, true,  STOPPED",
    "true,  true,  STOPPED",
  })
  void shouldTellHowThePagesEnded(boolean failed, boolean closed, PageGate.Outcome expected) {
    List<PageGate.Outcome> outcomes = new ArrayList<>();
    Nobody receiver =
        new Nobody() {
          @Override
          public void end(PageGate.Outcome outcome) {
            outcomes.add(outcome);
          }
        };
    PageGate gate = new PageGate(Runnable::run, LONG, receiver);
    if (closed) {
      gate.close();
    }

    gate.end(failed);

    assertThat(outcomes).containsExactly(expected);
  }
}
