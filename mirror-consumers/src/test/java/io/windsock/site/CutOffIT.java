package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.SseStreams;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site that does not reach Kafka says so, keeps what it has, and recovers by itself. */
class CutOffIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String VIEW = "/v1/views/all";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CuttableProxy proxy = new CuttableProxy();
  private final SseStreams streams = new SseStreams();
  private final StreamEvents stream = new StreamEvents();
  private final Path siteDir;
  private final Options options;
  private EmbeddedBroker broker;

  CutOffIT(@TempDir Path brokerDir, @TempDir Path siteDir) throws IOException {
    this.siteDir = siteDir;
    options =
        Options.at(brokerDir)
            .withPort(FreePort.any())
            .withProperty("advertised.listeners", "CLIENT://127.0.0.1:" + proxy.port());
    broker = EmbeddedBroker.start(options);
    proxy.target(broker.port());
  }

  @AfterEach
  void stop() throws IOException {
    streams.close();
    proxy.heal();
    broker.close();
    proxy.close();
  }

  private Site site(TestTopic topic, String... peers) {
    Site site =
        Site.start(
            SiteConfig.builder(
                    SiteRole.MIRROR,
                    "m1",
                    broker.bootstrapServers(),
                    siteDir,
                    SiteDomain.builtIn("airline"))
                .topics(topic.topics)
                .readyLag(0)
                .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
                .peers(List.of(peers))
                .build());
    await().atMost(PATIENCE).until(() -> ready(site) == 200);
    streams.open(site.url(), "/v1/subscribe?view=all", "", 0, stream);
    await().atMost(PATIENCE).until(() -> stream.names().contains("live"));
    return site;
  }

  private static int ready(Site site) {
    return RawHttp.get(site.port(), "/health/ready").status();
  }

  private static long cutOffMs(Site site) throws IOException {
    JsonNode sites = JSON.readTree(RawHttp.get(site.port(), "/v1/sites").body());
    return sites.path("cutOffMs").asLong();
  }

  private static void awaitCutOff(Site site) {
    await().pollInterval(Duration.ofMillis(50)).atMost(PATIENCE).until(() -> ready(site) == 503);
    assertThat(RawHttp.get(site.port(), "/health/ready").text()).contains("cut off from Kafka for");
  }

  private void awaitCurrent(Site site, TestTopic topic) {
    await().atMost(PATIENCE).until(() -> ready(site) == 200);
    topic.write(50);
    await().atMost(PATIENCE).until(() -> site.status().eventsApplied() == topic.events());
    int seen = stream.count();
    await().atMost(PATIENCE).until(() -> stream.names().lastIndexOf("heartbeat") >= seen);
    assertThat(stream.over()).isFalse();
  }

  @Test
  void shouldSayThatItIsCutOffByABrokerThatStopsAndGoOnWithItsReturn() throws Exception {
    try (TestTopic topic = new TestTopic(broker, "stops", 3, 1)) {
      topic.write(100);
      try (Site site = site(topic)) {
        broker.close();
        awaitCutOff(site);
        long first = cutOffMs(site);
        assertThat(first).isGreaterThanOrEqualTo(2_000);
        await().atMost(PATIENCE).until(() -> cutOffMs(site) > first + 500);
        assertThat(site.status().staleness().ms()).isGreaterThan(first + 500);
        shouldKeepItsClientsAndSayHowOldTheirDataIs(site);

        broker = EmbeddedBroker.start(options);
        awaitCurrent(site, topic);
        assertThat(cutOffMs(site)).isZero();
        assertThat(RawHttp.get(site.port(), VIEW).header("Windsock-Stale")).isEmpty();
      }
    }
  }

  private void shouldKeepItsClientsAndSayHowOldTheirDataIs(Site site) {
    await().atMost(PATIENCE).until(() -> !stream.named("stale").isEmpty());
    assertThat(stream.named("stale")).first().asString().contains("cut off from Kafka for");
    int seen = stream.count();
    await().atMost(PATIENCE).until(() -> stream.count() > seen);
    assertThat(stream.names().subList(seen, stream.count())).containsOnly("stale");
    assertThat(stream.over()).isFalse();
    RawHttp.Answer view = RawHttp.get(site.port(), VIEW);
    assertThat(view.status()).isEqualTo(200);
    assertThat(Integer.parseInt(view.header("Windsock-Stale"))).isPositive();
    assertThat(site.metrics().scrape())
        .contains("windsock_site_ready 0.0")
        .containsPattern("windsock_site_cutoff_seconds [1-9]");
  }

  @Test
  void shouldFindOutWhereConnectionsStayOpenAndNothingComesThrough() throws Exception {
    try (TestTopic topic = new TestTopic(broker, "silent", 3, 2)) {
      topic.write(100);
      try (Site site = site(topic)) {
        proxy.cut();
        awaitCutOff(site);

        proxy.heal();
        awaitCurrent(site, topic);
      }
    }
  }

  /** Starts a server whose readiness is {@code status}. */
  private static HttpServer peer(AtomicInteger status) throws IOException {
    HttpServer peer =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    peer.createContext(
        "/health/ready",
        exchange -> {
          exchange.sendResponseHeaders(status.get(), -1);
          exchange.close();
        });
    peer.start();
    return peer;
  }

  private static String url(HttpServer peer) {
    return "http://127.0.0.1:" + peer.getAddress().getPort();
  }

  @Test
  void shouldSendItsClientsToAPeerThatIsCurrent() throws Exception {
    AtomicInteger status = new AtomicInteger(503);
    HttpServer peer = peer(status);
    String url = url(peer);
    try (TestTopic topic = new TestTopic(broker, "peers", 3, 3)) {
      topic.write(100);
      try (Site site = site(topic, url)) {
        proxy.cut();
        await().atMost(PATIENCE).until(() -> stream.named("stale").size() > 1);
        assertThat(stream.over()).isFalse();

        status.set(200);

        await().atMost(PATIENCE).until(stream::over);
        assertThat(stream.named("cut")).singleElement().asString().contains("cut off from Kafka");
        RawHttp.Answer refused = RawHttp.get(site.port(), VIEW);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text()).contains(url);
        proxy.heal();
        await().atMost(PATIENCE).until(() -> RawHttp.get(site.port(), VIEW).status() == 200);
      }
    } finally {
      peer.stop(0);
    }
  }

  /** As in containers: clients reach the peer where this site does not. */
  @Test
  void shouldAskAPeerAtTheUrlThatItsSampleGives() throws Exception {
    HttpServer peer = peer(new AtomicInteger(200));
    String forClients = "http://127.0.0.1:1";
    try (TestTopic topic = new TestTopic(broker, "elsewhere", 3, 5)) {
      topic.createMonitor();
      topic.write(100);
      try (Site site = site(topic, forClients);
          SampleReader samples = new SampleReader(topic)) {
        SiteSample sample = samples.await(it -> it.getSite().equals("m1"));
        sample.setSite("m2");
        sample.setUrl(url(peer));
        sample.setPhase("LIVE");
        topic.sample("m2", sample);
        await().atMost(PATIENCE).until(() -> site.neighbours().contains(url(peer)));

        proxy.cut();

        await().atMost(PATIENCE).until(stream::over);
        assertThat(RawHttp.get(site.port(), VIEW).text()).contains(forClients);
        proxy.heal();
        await().atMost(PATIENCE).until(() -> RawHttp.get(site.port(), VIEW).status() == 200);
      }
    } finally {
      peer.stop(0);
    }
  }

  @Test
  void shouldStayReadyWhileNothingHappensOnAHealthyCluster() throws Exception {
    try (TestTopic topic = new TestTopic(broker, "idle", 3, 4)) {
      topic.write(100);
      try (Site site = site(topic)) {
        await()
            .during(Duration.ofSeconds(6))
            .atMost(PATIENCE)
            .until(() -> ready(site) == 200 && cutOffMs(site) == 0);
        assertThat(stream.names()).doesNotContain("stale");
      }
    }
  }
}
