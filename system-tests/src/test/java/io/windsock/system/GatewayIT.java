package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.gateway.GatewayConfig;
import io.windsock.gateway.GatewayConfigBuilder;
import io.windsock.gateway.run.Gateway;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.FlightLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways before two mirrors, of which any one may stop. */
class GatewayIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Topics TOPICS = new Topics("gateways");
  private static final int PARTITIONS = 3;
  private static final int FLIGHTS = 300;
  private static final int CALLS = 2_000;
  private static final int PER_SECOND = 500;
  private static final int DEADLINE_MS = 10_000;

  /** Longer than a site may get no processor on a busy machine: calls fail while none is alive. */
  private static final int SILENCE_MS = 5_000;

  private static final List<String> KEYS =
      IntStream.range(0, FLIGHTS).mapToObj(FlightLog::key).toList();

  private final EmbeddedBroker broker;
  private final Path folder;
  private final Site m1;
  private final Site m2;
  private final Gateway g1;
  private final Gateway g2;

  GatewayIT(@TempDir Path brokerDir, @TempDir Path folder) throws Exception {
    this.folder = folder;
    broker = EmbeddedBroker.start(Options.at(brokerDir));
    MirrorLog.fill(broker.bootstrapServers(), TOPICS, PARTITIONS, FLIGHTS);
    m1 = site("m1");
    m2 = site("m2");
    g1 = Gateway.start(gateway("g1").build());
    g2 = Gateway.start(gateway("g2").build());
  }

  private Site site(String name) {
    return Site.start(
        SiteConfig.builder(
                SiteRole.MIRROR,
                name,
                broker.bootstrapServers(),
                folder.resolve(name),
                SiteDomain.builtIn("airline"))
            .topics(TOPICS)
            .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
            .build());
  }

  private GatewayConfigBuilder gateway(String name) {
    return GatewayConfig.builder(name, broker.bootstrapServers(), FlightLog.CATALOGUE)
        .topics(TOPICS)
        .silenceMs(SILENCE_MS)
        .rehearsal(Duration.ZERO);
  }

  @BeforeEach
  void awaitAll() {
    for (Site site : List.of(m1, m2)) {
      await().atMost(PATIENCE).until(() -> site.progress().phase() == SitePhase.LIVE);
    }
    for (Gateway gateway : List.of(g1, g2)) {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  gateway.status().stats().openSites() == 2
                      && gateway.status().stats().gateways() == 2);
    }
  }

  @AfterEach
  void close() {
    g1.close();
    g2.close();
    m1.close();
    m2.close();
    broker.close();
  }

  private RedundantCaller caller() {
    return new RedundantCaller("r1", List.of(g1.linkUrl(), g2.linkUrl()));
  }

  private static RedundantCaller.Result ask(
      RedundantCaller caller, String prefix, Map<Integer, Runnable> at)
      throws InterruptedException {
    return caller.ask(prefix, KEYS, CALLS, PER_SECOND, DEADLINE_MS, at);
  }

  @Test
  void shouldAnswerEachCallInTimeWhileASiteAndAGatewayStop() throws Exception {
    try (RedundantCaller caller = caller()) {
      caller.ask("warm", KEYS, 500, PER_SECOND, DEADLINE_MS, Map.of());
      RedundantCaller.Result quiet = ask(caller, "a", Map.of());
      assertThat(quiet.late()).isEmpty();
      // A call is over with its first answer, which may be before the other gateway has the call.
      for (Gateway gateway : List.of(g1, g2)) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> assertThat(gateway.current().stats().calls()).isEqualTo(CALLS + 500));
      }

      RedundantCaller.Result site = ask(caller, "b", Map.of(CALLS / 2, m2::close));
      assertThat(site.late()).isEmpty();
      await().atMost(PATIENCE).until(() -> g1.status().stats().sites() == 1);

      RedundantCaller.Result gateway = ask(caller, "c", Map.of(CALLS / 2, g2::close));
      assertThat(gateway.late()).isEmpty();
      await().atMost(PATIENCE).until(() -> g1.status().stats().gateways() == 1);
    }
  }

  @Test
  void shouldSendNoNewCallsToADrainedSite() throws Exception {
    Vertx vertx = Vertx.vertx();
    Context loop = vertx.getOrCreateContext();
    try (RedundantCaller caller = caller()) {
      for (Gateway gateway : List.of(g1, g2)) {
        CompletableFuture<Boolean> known = new CompletableFuture<>();
        gateway.calls().drain("m1", true, loop, known::complete);
        assertThat(known.get(1, TimeUnit.MINUTES)).isTrue();
      }
      double before = answered(m1);
      RedundantCaller.Result result = caller.ask("d", KEYS, 500, PER_SECOND, DEADLINE_MS, Map.of());
      assertThat(result.late()).isEmpty();
      assertThat(answered(m1)).isEqualTo(before);
      assertThat(answered(m2)).isGreaterThanOrEqualTo(500);
      assertThat(g1.current().drained()).containsExactly("m1");
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static double answered(Site site) {
    return site.metrics()
        .scrape()
        .lines()
        .filter(line -> line.startsWith("windsock_call_answered"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void shouldRefuseTheNameOfAnotherGatewayOrOfASite() {
    assertThatThrownBy(() -> Gateway.start(gateway("g1").build()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the name 'g1' is taken by the gateway at " + g1.url())
        .hasMessageContaining("--name");
    assertThatThrownBy(() -> Gateway.start(gateway("m1").build()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the name 'm1' is that of the site at " + m1.url());
    assertThat(g1.stopped()).isFalse();
    assertThat(g1.current().stats().openSites()).isEqualTo(2);
    shouldHaveEveryMetricOfAGateway(g1.metrics().scrape());
  }

  private static void shouldHaveEveryMetricOfAGateway(String scrape) {
    for (Metric metric : Metric.of(Role.GATEWAY)) {
      if (metric.name().startsWith("GATEWAY_")) {
        assertThat(scrape).contains("# HELP " + metric.exposedName() + " ");
      }
    }
    assertThat(scrape).contains("windsock_gateway_sites{state=\"open\"} 2.0");
  }
}
