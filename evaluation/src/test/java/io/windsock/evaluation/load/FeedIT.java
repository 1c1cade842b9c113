package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.testbed.cluster.LocalCluster;
import io.windsock.topology.TopologyConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedIT {
  private static final Topics TOPICS = Topics.standard();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int KEYS = 100;

  private static EmbeddedBroker broker(Map<String, String> topicConfig) throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
    String topic = TOPICS.source(Positions.STREAM);
    broker.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(topicConfig)));
    return broker;
  }

  private static long end(EmbeddedBroker broker) throws Exception {
    TopicPartition partition = new TopicPartition(TOPICS.source(Positions.STREAM), 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .partitionResult(partition)
          .get()
          .offset();
    }
  }

  @Test
  void shouldReturnWhenAllEventsAreAcknowledged() throws Exception {
    try (EmbeddedBroker broker = broker(Map.of());
        Feed feed = new Feed(broker.bootstrapServers(), TOPICS)) {
      Positions positions = new Positions(KEYS, 1000, 1);

      Sent burst = feed.burst(positions, 20_000);
      assertThat(end(broker)).isEqualTo(20_000);
      assertThat(burst.events()).isEqualTo(20_000);
      assertThat(burst.bytes()).isEqualTo(20_000 * 1008);

      Sent steady = feed.paced(positions, Pace.constant(500, Duration.ofSeconds(1)));
      assertThat(end(broker)).isEqualTo(20_500);
      assertThat(steady.events()).isEqualTo(500);
      assertThat(steady.seconds()).isBetween(0.99, 10.0);
      assertThat(steady.latestNs()).isPositive();
    }
  }

  @Test
  void shouldThrowIfTheBrokerRejectsAnEvent() throws Exception {
    try (EmbeddedBroker broker = broker(Map.of("max.message.bytes", "1000"));
        Feed feed = new Feed(broker.bootstrapServers(), TOPICS)) {
      Positions positions = new Positions(KEYS, 10_000, 1);

      assertThatThrownBy(() -> feed.burst(positions, 10))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("windsock.source.positions");
    }
  }

  @Test
  void shouldReachARegularClientOfTheCentralSite(@TempDir Path folder) throws Exception {
    try (LocalCluster cluster =
        LocalCluster.start(Options.at(folder.resolve("broker")), PATIENCE)) {
      String site = central(cluster, folder);
      try (Feed feed = new Feed(cluster.bootstrapServers(), TOPICS);
          RegularClient client = new RegularClient(site)) {
        Positions positions = new Positions(KEYS, 1000, 1);

        Sent sent = feed.paced(positions, Pace.constant(200, Duration.ofSeconds(2)));
        await().atMost(PATIENCE).until(() -> client.received() == sent.events());

        Histogram delaysMs = client.takeDelays();
        assertThat(delaysMs.getTotalCount()).isEqualTo(400);
        assertThat(delaysMs.getMaxValue()).isLessThan(PATIENCE.toMillis());
        assertThat(client.cut()).isFalse();
      }
      assertThat(view(site)).hasSizeGreaterThan(KEYS * 1000);
    }
  }

  private static String central(LocalCluster cluster, Path folder) throws InterruptedException {
    SiteDomain domain = SiteDomain.builtIn(Positions.DOMAIN);
    cluster.topology(
        TopologyConfig.builder(domain.catalogue())
            .bootstrapServers(cluster.bootstrapServers())
            .stateDir(folder.resolve("topology"))
            .build());
    SiteKeeper central =
        cluster.site(
            SiteConfig.builder(
                    SiteRole.CENTRAL,
                    "central",
                    cluster.bootstrapServers(),
                    folder.resolve("central"),
                    domain)
                .http("127.0.0.1", 0)
                .build());
    cluster.awaitSites();
    return central.url();
  }

  private static String view(String site) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(site + "/v1/views/" + Positions.VIEW)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
