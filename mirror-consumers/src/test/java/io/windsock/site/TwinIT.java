package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two running sites of one name: the younger gives way, and leaves no checkpoint of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwinIT {
  private static final int PARTITIONS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Longer than a twin is noticed in. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  /** More samples than two sites write while a test runs. */
  private static final int BEFORE = 200;

  private final EmbeddedBroker broker;

  TwinIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  private TestTopic topic(String prefix) throws Exception {
    TestTopic topic = new TestTopic(broker, prefix, PARTITIONS, 1);
    topic.createMonitor();
    return topic;
  }

  private SiteConfig config(TestTopic topic, String name, Path dir) {
    return SiteConfig.builder(
            SiteRole.MIRROR, name, broker.bootstrapServers(), dir, SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .readyLag(0)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .checkpointEvery(Duration.ofMillis(50))
        .build();
  }

  private static void awaitAll(Site site, TestTopic topic) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                site.progress().phase() == SitePhase.LIVE
                    && site.status().eventsApplied() == topic.events());
  }

  /** The offsets committed for a name, all partitions together. */
  private static long committed(TestTopic topic, SiteConfig config) throws Exception {
    return topic.committed(config.group()).values().stream().mapToLong(it -> it.offset()).sum();
  }

  private static long checkpoint(Site site) {
    return site.status().checkpoint().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void shouldRefuseTheYoungerAndPutItsCheckpointRight(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic("twins");
        SampleReader samples = new SampleReader(topic);
        Site older = Site.start(config(topic, "m1", a))) {
      topic.write(300);
      awaitAll(older, topic);
      samples.await(it -> it.getUrl().equals(older.url()));
      SiteConfig config = config(topic, "m1", b);
      await().atMost(PATIENCE).until(() -> committed(topic, config) == checkpoint(older));

      try (Site younger = Site.start(config)) {
        await().atMost(PATIENCE).until(() -> younger.progress().phase() == SitePhase.STOPPED);
        assertThat(younger.progress().detail())
            .contains("the name 'm1' is taken by the site at " + older.url(), "--name");
        assertThat(RawHttp.get(younger.port(), "/health/ready").status()).isEqualTo(503);
        assertThat(RawHttp.get(younger.port(), "/v1/views/all").status()).isEqualTo(503);
        String twin = "\"twin\":\"" + younger.url() + "\"";
        await()
            .atMost(PATIENCE)
            .until(() -> RawHttp.get(older.port(), "/v1/sites").text().contains(twin));
        assertThat(older.metrics().scrape()).contains("windsock_site_twin 1.0");
      }
      await().atMost(PATIENCE).until(() -> committed(topic, config) == checkpoint(older));
      assertThat(older.progress().phase()).isEqualTo(SitePhase.LIVE);
      await()
          .atMost(PATIENCE)
          .until(() -> older.metrics().scrape().contains("windsock_site_twin 0.0"));
      assertThat(committed(topic, config)).isEqualTo(checkpoint(older));
      topic.write(100);
      awaitAll(older, topic);
    }
  }

  @Test
  void shouldRefuseTheYoungerAlsoOnceTheMonitorTopicWasMadeAnew(@TempDir Path a, @TempDir Path b)
      throws Exception {
    try (TestTopic topic = topic("anew")) {
      for (int i = 0; i < BEFORE; i++) {
        topic.sample("other", null); // so that the older site is born at a high offset
      }
      try (Site older = Site.start(config(topic, "m1", a))) {
        try (SampleReader samples = new SampleReader(topic)) {
          assertThat(samples.await(it -> it.getBorn() >= 0).getBorn()).isGreaterThan(BEFORE);
        }
        topic.recreateMonitor();
        try (SampleReader samples = new SampleReader(topic)) {
          samples.await(it -> it.getUrl().equals(older.url()));
        }
        try (Site younger = Site.start(config(topic, "m1", b))) {
          await().atMost(PATIENCE).until(() -> younger.progress().phase() == SitePhase.STOPPED);
          assertThat(younger.progress().detail()).contains("taken by the site at " + older.url());
        }
        assertThat(older.progress().phase()).isEqualTo(SitePhase.LIVE);
      }
    }
  }

  @Test
  void shouldLetAKilledSiteStartAgainAtOnceAlsoWithoutItsDisk(
      @TempDir Path kept, @TempDir Path lost) throws Exception {
    try (TestTopic topic = topic("again");
        SampleReader samples = new SampleReader(topic)) {
      topic.write(300);
      for (Path dir : new Path[] {kept, lost}) {
        long startMs = System.currentTimeMillis();
        Process killed = SiteProcess.start(broker.bootstrapServers(), topic.topics, kept);
        SiteSample sample;
        try {
          sample = samples.await(it -> it.getSite().equals("killed") && it.getAtMs() > startMs);
        } finally {
          killed.destroyForcibly().waitFor();
        }
        assertThat(sample.getPhase()).isNotEqualTo("CLOSED");
        try (Site again = Site.start(config(topic, "killed", dir))) {
          awaitAll(again, topic);
          await()
              .during(QUIET)
              .atMost(PATIENCE)
              .until(() -> again.progress().phase() == SitePhase.LIVE);
          assertThat(again.metrics().scrape()).doesNotContain("windsock_site_twin 1.0");
        }
      }
    }
  }
}
