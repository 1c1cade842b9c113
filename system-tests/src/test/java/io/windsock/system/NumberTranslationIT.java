package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.Topics;
import io.windsock.ede.EdeDefinition;
import io.windsock.embedded.Options;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedRequest;
import io.windsock.feeds.numbers.GeneratedServices;
import io.windsock.feeds.numbers.ServiceOptions;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.replay.FeedSource;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.testbed.cluster.LocalCluster;
import io.windsock.topology.TopologyConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code domains/number-translation} in a cluster: what a switch gets when it asks for a number.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class NumberTranslationIT {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("number-translation");
  private static final SiteDomain DOMAIN =
      new SiteDomain(CATALOGUE, EdeDefinition.builtIn(CATALOGUE));
  private static final Path FOLDER = Repository.path("domains/number-translation");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> REGIONS = List.of("north", "east", "south", "west");
  private static final int HOURS = 24;

  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private LocalCluster cluster;

  @BeforeEach
  void start() throws InterruptedException {
    cluster = LocalCluster.start(Options.temporary(), PATIENCE);
    cluster.topology(
        TopologyConfig.builder(CATALOGUE)
            .bootstrapServers(cluster.bootstrapServers())
            .rules(RuleSet.standard(CATALOGUE))
            .partitions(2)
            .stateDir(folder.resolve("topology"))
            .build());
    site(SiteRole.CENTRAL, "central");
    site(SiteRole.MIRROR, "mirror-1");
    cluster.awaitSites();
  }

  private void site(SiteRole role, String name) {
    cluster.site(
        SiteConfig.builder(role, name, cluster.bootstrapServers(), folder.resolve(name), DOMAIN)
            .http("127.0.0.1", 0)
            .build());
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private void replay(FeedSource feed, ReplayOptions options) throws Exception {
    ReplayTarget target =
        new ReplayTarget(cluster.bootstrapServers(), Topics.standard(), CATALOGUE);
    new Replay(
            target,
            feed,
            options,
            fault -> {
              throw new IllegalStateException(fault.toString());
            })
        .run();
  }

  /** The state of a number at a site; missing if it has none. */
  private JsonNode state(SiteKeeper site, String number) {
    URI uri = URI.create(site.url() + "/v1/state/" + number);
    try {
      HttpResponse<byte[]> response =
          http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
      return JSON.readTree(response.body()).path("state");
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a switch does with an entry: docs/number-translation.md. */
  private static String target(Function<String, @Nullable String> entry, String region, int hour) {
    int dayFrom = Integer.parseInt(String.valueOf(entry.apply("dayFrom")));
    int eveningFrom = Integer.parseInt(String.valueOf(entry.apply("eveningFrom")));
    int nightFrom = Integer.parseInt(String.valueOf(entry.apply("nightFrom")));
    String band = "Night";
    if (hour >= dayFrom && hour < eveningFrom) {
      band = "Day";
    } else if (hour >= eveningFrom && hour < nightFrom) {
      band = "Evening";
    }
    String own = entry.apply(region + band);
    return own == null ? String.valueOf(entry.apply("defaultTarget")) : own;
  }

  private static @Nullable String text(JsonNode state, String field) {
    return state.has(field) ? state.get(field).asText() : null;
  }

  private static @Nullable String text(GenericRecord entry, String field) {
    Object value = entry.get(field);
    return value == null ? null : value.toString();
  }

  /** What a whole feed comes to: the last entry of each number, and the numbers cancelled. */
  private record Expected(Map<String, GenericRecord> entries, Map<String, String> last) {
    static Expected of(FeedReader feed) throws Exception {
      EventCodec codec = new EventCodec(CATALOGUE);
      Expected expected = new Expected(new TreeMap<>(), new TreeMap<>());
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        GenericRecord record = codec.decode(event.value());
        if (record.getSchema().getField("defaultTarget") != null) {
          expected.entries.put(event.key(), record);
        }
        if (!event.type().name().equals("CallCounts")) {
          expected.last.put(event.key(), event.type().name());
        }
      }
      return expected;
    }

    String status(String number) {
      return "ServiceDisconnected".equals(last.get(number)) ? "DISCONNECTED" : "ACTIVE";
    }
  }

  @Test
  void shouldRouteEveryCallAsTheUpdatesSay() throws Exception {
    ServiceOptions options = ServiceOptions.standard().withNumbers(200, 300);
    Expected expected;
    try (GeneratedServices feed = new GeneratedServices(CATALOGUE, options)) {
      expected = Expected.of(feed);
    }
    assertThat(expected.last.values()).contains("ServiceDisconnected", "RoutesDisconnected");

    replay(() -> new GeneratedServices(CATALOGUE, options), ReplayOptions.at(Speed.MAX));

    for (SiteKeeper site : cluster.sites()) {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .untilAsserted(() -> assertRoutes(site, expected));
    }
  }

  private void assertRoutes(SiteKeeper site, Expected expected) {
    expected.entries.forEach(
        (number, entry) -> {
          JsonNode state = state(site, number);
          assertThat(text(state, "status")).as(number).isEqualTo(expected.status(number));
          assertThat(text(state, "charging")).isEqualTo(text(entry, "charging"));
          assertThat(text(state, "zone")).isEqualTo(text(entry, "zone"));
          assertThat(state.path("orderBroken").asBoolean(true)).as(number).isFalse();
          for (String region : REGIONS) {
            for (int hour = 0; hour < HOURS; hour++) {
              assertThat(target(field -> text(state, field), region, hour))
                  .as("%s from the %s at %d", number, region, hour)
                  .isEqualTo(target(field -> text(entry, field), region, hour));
            }
          }
        });
  }

  /** Each step of the reports in {@code services.csv}, one after the other, at both sites. */
  @Test
  void shouldAnswerAtEachStepOfAnAdditionAModificationAndACancellation() throws Exception {
    step("06:00:00", "06:00:05", "08001234567", "PLUGGED_IN", null);
    step("06:00:05", "08:00:00", "08001234567", "ACTIVE", "+99911000001");
    step("09:00:00", "09:00:05", "08001234567", "ACTIVE", "+99911000001");
    step("09:00:05", "09:00:11", "08001234567", "BUSY", "+99911000001");
    step("09:00:11", "09:00:15", "08001234567", "ACTIVE", "+99911000005");
    step("09:00:15", "09:30:00", "08001234567", "ACTIVE", "+99911000005");
    step("10:00:00", "10:00:05", "08007654321", "CANCELLED", null);
    step("10:00:05", "10:30:00", "08007654321", "DISCONNECTED", null);
  }

  private void step(String from, String to, String number, String status, @Nullable String northDay)
      throws Exception {
    FeedRequest request =
        FeedRequest.of(CATALOGUE, List.of(FOLDER.resolve("services.csv").toString()))
            .withMappings(List.of(FOLDER.resolve("mapping.yaml").toString()));
    Instant last = Instant.parse("2026-03-02T" + to + "Z");
    replay(
        () -> Feeds.open(request),
        ReplayOptions.builder()
            .speed(Speed.MAX)
            .from(Instant.parse("2026-03-02T" + from + "Z"))
            .to(last)
            .build());
    for (SiteKeeper site : cluster.sites()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                JsonNode state = state(site, number);
                assertThat(text(state, "status")).as(from).isEqualTo(status);
                assertThat(text(state, "northDay")).as(from).isEqualTo(northDay);
                assertThat(state.path("orderBroken").asBoolean(true)).as(from).isFalse();
                assertThat(state.path("lastEventTime").asLong())
                    .as("the step has been applied: " + from)
                    .isBetween(
                        Instant.parse("2026-03-02T" + from + "Z").toEpochMilli(),
                        last.toEpochMilli());
              });
    }
  }
}
