package io.windsock.site.subscribe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestSite;
import io.windsock.site.update.UpdateBatch;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a hub whose commands fail. */
class HubTest {
  private static final Token TOKEN = new Token(1, new long[] {0});
  private static final int NO_VIEW = 99;

  private final TestSite site = TestSite.start("m1", 1);
  private final Metrics metrics = new Metrics();
  private final Audience audience = new Deaf();
  private final Hub hub = new Hub(site, List.of(audience), new SitePosition(0, TOKEN), metrics);

  /** An audience that does at once what it is given to execute, and nothing else. */
  private static final class Deaf implements Audience {
    @Override
    public int number() {
      return 0;
    }

    @Override
    public void execute(Runnable work) {
      work.run();
    }

    @Override
    public void deliver(Delivery delivery) {}

    @Override
    public void cutAll(String reason) {}
  }

  @BeforeEach
  void start() {
    hub.start();
  }

  @AfterEach
  void close() {
    hub.close();
    site.close();
    metrics.close();
  }

  @Test
  void shouldGoOnAfterACommandThatFails() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    hub.unregister(Filter.ofView(NO_VIEW, ""), audience);
    hub.whenReached(TOKEN, audience, reached::countDown);

    assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldSayThatItsThreadHasEnded() {
    Executor broken =
        work -> {
          throw new StackOverflowError("of the test");
        };
    hub.whenReached(TOKEN, broken, () -> {});

    UpdateBatch batch = site.apply(new FlightLog(1, 1, 1, List.of("EGLL"), () -> 1000).schedule());
    await()
        .dontCatchUncaughtExceptions() // the hub's thread ends with one
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> hub.applied(batch))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("of the test"));
  }
}
