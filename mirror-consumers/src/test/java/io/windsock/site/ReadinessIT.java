package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.SseStreams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A running site that must stop serving tells all its clients, however they ask. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadinessIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String OTHER = "http://127.0.0.1:7";
  private static final String VIEW = "/v1/views/all";

  private final EmbeddedBroker broker;

  ReadinessIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  @Test
  void shouldSendItsClientsElsewhereWhenItFallsBackToJoining(@TempDir Path dir) throws Exception {
    try (TestTopic topic = new TestTopic(broker, "joining", 3, 1);
        SseStreams streams = new SseStreams()) {
      topic.write(100);
      SiteConfig config =
          SiteConfig.builder(
                  SiteRole.MIRROR,
                  "m1",
                  broker.bootstrapServers(),
                  dir,
                  SiteDomain.builtIn("airline"))
              .topics(topic.topics)
              .readyLag(0)
              .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
              .peers(List.of(OTHER))
              .build();
      try (Site site = Site.start(config)) {
        await().atMost(PATIENCE).until(() -> get(site, VIEW).status() == 200);
        StreamEvents stream = new StreamEvents();
        streams.open(site.url(), "/v1/subscribe?view=all", "", 0, stream);
        await().atMost(PATIENCE).until(() -> stream.names().contains("live"));

        topic.trimBeforeAnyoneReads(2, 5);

        await().atMost(PATIENCE).until(stream::over);
        assertThat(stream.named("cut")).singleElement().asString().contains("was trimmed away");
        RawHttp.Answer refused = get(site, VIEW);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isEqualTo("2");
        assertThat(refused.text()).contains("was trimmed away", OTHER);
        assertThat(get(site, "/health/ready").status()).isEqualTo(503);
        assertThat(site.metrics().scrape()).contains("windsock_site_ready 0.0");
      }
    }
  }

  @Test
  void shouldServeOnlyOnceItHasRehearsed(@TempDir Path dir) throws Exception {
    try (TestTopic topic = new TestTopic(broker, "rehearsing", 3, 2)) {
      topic.write(100);
      SiteConfig config =
          SiteConfig.builder(
                  SiteRole.MIRROR,
                  "m2",
                  broker.bootstrapServers(),
                  dir,
                  SiteDomain.builtIn("airline"))
              .topics(topic.topics)
              .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
              .rehearsal(Duration.ofSeconds(60))
              .build();
      try (Site site = Site.start(config)) {
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(5)) // it takes a good deal longer
            .until(() -> rehearses(site) && get(site, VIEW).status() == 503 && rehearses(site));
        await().atMost(PATIENCE).until(() -> get(site, VIEW).status() == 200);
      }
      try (Site again = Site.start(config)) {
        await().atMost(PATIENCE).until(() -> rehearses(again) || get(again, VIEW).status() == 200);
      } // closes while it rehearses, as a rule
    }
  }

  private static boolean rehearses(Site site) {
    Progress now = site.progress();
    return now.phase() == SitePhase.CATCHING_UP && now.detail().contains("rehearses calls");
  }

  private static RawHttp.Answer get(Site site, String target) {
    return RawHttp.get(site.port(), target);
  }
}
