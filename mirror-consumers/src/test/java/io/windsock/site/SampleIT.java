package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.query.Responder;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import io.windsock.platform.telemetry.SamplePublisher;
import io.windsock.platform.testing.RawHttp;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.Requester;
import io.windsock.site.testing.SampleOf;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SampleIT {
  private static final int PARTITIONS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final EmbeddedBroker broker;

  SampleIT(@TempDir Path brokerDir) {
    broker = EmbeddedBroker.start(Options.at(brokerDir));
  }

  @AfterAll
  void stop() {
    broker.close();
  }

  private static SiteConfig config(EmbeddedBroker broker, TestTopic topic, Path dir) {
    return SiteConfig.builder(
            SiteRole.MIRROR, "m1", broker.bootstrapServers(), dir, SiteDomain.builtIn("airline"))
        .topics(topic.topics)
        .readyLag(0)
        .memoryBytes(SiteConfig.MIN_MEMORY_BYTES)
        .advertisedUrl("http://m1.example:8080")
        .checkpointEvery(Duration.ofMillis(50))
        .build();
  }

  @Test
  void shouldPublishWhatItCommittedAndKeepSampling(@TempDir Path dir) throws Exception {
    try (TestTopic topic = new TestTopic(broker, "samples", PARTITIONS, 1);
        SampleReader reader = new SampleReader(topic)) {
      topic.createMonitor();
      topic.write(300);
      SiteConfig config = config(broker, topic, dir);
      try (Site site = Site.start(config)) {
        await().atMost(PATIENCE).until(() -> site.status().eventsApplied() >= topic.events());
        SiteSample sample =
            reader.await(it -> it.getReady() == 0 && it.getCheckpoints().equals(markers(site)));

        topic
            .committed(config.group())
            .forEach(
                (at, offset) ->
                    assertThat(offset.offset())
                        .isEqualTo(sample.getCheckpoints().get(at.partition())));
        assertThat(sample.getCheckpoints()).isEqualTo(site.status().checkpoint());
        assertThat(sample.getUrl()).isEqualTo("http://m1.example:8080");
        shouldAnswerCallsWhereItSays(sample);
        assertThat(sample.getTokenEpoch()).isEqualTo(site.state().token().epoch());
        assertThat(sample.getEpochs()).isEqualTo(site.status().epochs());
        assertThat(sample.getStalenessEvents()).isEqualTo(site.status().staleness().events());
        assertThat(sample.getBackup()).isPositive();
        assertThat(RawHttp.get(site.port(), "/v1/sites").text())
            .contains("{\"url\":\"http://m1.example:8080\",\"self\":true}");
        shouldHaveEveryMetricOfASite(site.metrics().scrape());
        assertThat(site.metrics().scrape())
            .contains(
                "windsock_site_stale_events " + (double) sample.getStalenessEvents(),
                "windsock_site_staleness_seconds ",
                "windsock_site_epoch ",
                "windsock_site_uncommitted_offsets ",
                "windsock_store_compaction_bytes ",
                "kafka_consumer_fetch_manager_records_consumed_total{",
                "kafka_producer_record_send_total{",
                "windsock_site_snapshot_bytes ",
                "windsock_site_dropped_samples_total " + (double) site.samples().dropped())
            .containsPattern("windsock_site_commits_total [1-9]");
        long atMs = sample.getAtMs();
        reader.await(it -> it.getAtMs() >= atMs + 2 * SamplePublisher.EVERY_MS);
      }
      SiteSample last = reader.await(it -> it.getPhase().equals("CLOSED"));
      assertThat(reader.keys()).containsOnly("m1");
      assertThat(last.getSite()).isEqualTo("m1");
      // Intervals and times are of two clocks, each cut to whole milliseconds.
      assertThat(reader.leastMs()).isGreaterThanOrEqualTo(SamplePublisher.MIN_INTERVAL_MS - 2);
    }
  }

  private static void shouldAnswerCallsWhereItSays(SiteSample sample) {
    URI link = URI.create(sample.getLinkUrl());
    assertThat(link.getHost()).isEqualTo("m1.example");
    try (Requester gateway = new Requester("http://127.0.0.1:" + link.getPort(), "g1", true)) {
      assertThat(gateway.ask(Requester.key("c1", "none")).site()).isEqualTo("m1");
      assertThat(gateway.responder())
          .isNotNull()
          .extracting(Responder::incarnation)
          .isEqualTo(sample.getIncarnation());
    }
  }

  private static void shouldHaveEveryMetricOfASite(String scrape) {
    Set<Metric> later = EnumSet.of(Metric.SSE_CUT, Metric.HTTP_REQUESTS); // with the first of them
    for (Metric metric : Metric.of(Role.SITE)) {
      if (!later.contains(metric)) {
        assertThat(scrape).contains("# HELP " + metric.exposedName() + " ");
      }
    }
  }

  /** What its checkpoints come to once all that it applied is committed. */
  private static List<Long> markers(Site site) {
    try (SiteSnapshot snapshot = site.state().snapshot()) {
      return snapshot.ledgers().stream().map(it -> it.marker().checkpoint()).toList();
    }
  }

  @Test
  void shouldDropSamplesUntilTheTopicIsThereAndNeverCreateIt(@TempDir Path dir) throws Exception {
    try (TestTopic topic = new TestTopic(broker, "late", PARTITIONS, 2);
        SampleReader reader = new SampleReader(topic)) {
      topic.write(50);
      try (Site site = Site.start(config(broker, topic, dir))) {
        await().atMost(PATIENCE).until(() -> site.samples().dropped() > 1);
        assertThat(topic.exists(topic.topics.monitor())).isFalse();
        topic.createMonitor();

        reader.await(it -> it.getSite().equals("m1"));
        await().atMost(PATIENCE).until(() -> site.status().eventsApplied() == topic.events());
      }
    }
  }

  @Test
  void shouldDropSamplesWhileTheBrokerIsAway(@TempDir Path brokerDir) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (EmbeddedBroker away = EmbeddedBroker.start(Options.at(brokerDir));
        TestTopic topic = new TestTopic(away, "away", 1, 3);
        Admin admin = Admin.create(topic.client())) {
      topic.createMonitor();
      SiteSample sample = SampleOf.site("m1");
      try (SamplePublisher publisher =
          new SamplePublisher(
              "m1",
              topic.topics.monitor(),
              admin,
              SamplePublisher.producer("m1", topic.client()),
              new EventCodec(OutputLog.CATALOGUE),
              nowMs -> {
                asked.incrementAndGet();
                return sample;
              },
              offset -> {},
              Clocks.system())) {
        publisher.start();
        await().atMost(PATIENCE).until(() -> asked.get() > 2);
        assertThat(publisher.dropped()).isLessThan(asked.get());
        goAway(away);
        await().atMost(PATIENCE).until(() -> publisher.dropped() > 2);

        long before = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
          publisher.requestSample();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(PATIENCE);
      }
    }
  }

  private static void goAway(EmbeddedBroker broker) {
    broker.close();
  }
}
