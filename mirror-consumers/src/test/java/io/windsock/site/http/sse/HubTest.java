package io.windsock.site.http.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.contracts.position.Token;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.apply.UpdateBatch;
import io.windsock.site.http.api.ServerConfig;
import io.windsock.site.http.api.SitePosition;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestSite;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a hub whose commands fail. */
class HubTest {
  private static final Token TOKEN = new Token(1, new long[] {0});
  private static final int NO_VIEW = 99;

  private final TestSite site = TestSite.start("m1", 1);
  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final Metrics metrics = new Metrics();
  private final SitePosition start = new SitePosition(0, TOKEN);
  private final ServerConfig.Streams bounds = ServerConfig.Streams.standard();
  private final Shard shard =
      new Shard(0, loop, site, bounds, new OutboxLimits(bounds, metrics), start, metrics);
  private final Hub hub = new Hub(site, List.of(shard), start, metrics);

  @AfterEach
  void close() throws Exception {
    hub.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    site.close();
    metrics.close();
  }

  @Test
  void shouldGoOnAfterACommandThatFails() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    hub.unregister(Filter.ofView(NO_VIEW, ""), shard);
    hub.whenReached(TOKEN, loop, reached::countDown);

    assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldSayThatItsThreadHasEnded() {
    Context broken =
        (Context)
            Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> {
                  throw new StackOverflowError("of the test");
                });
    hub.whenReached(TOKEN, broken, () -> {});

    UpdateBatch batch = site.apply(new FlightLog(1, 1, 1, List.of("EGLL"), () -> 1000).schedule());
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> hub.applied(batch))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("of the test"));
  }
}
