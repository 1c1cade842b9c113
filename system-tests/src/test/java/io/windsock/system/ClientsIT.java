package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayFault;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.update.Update;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand clients of two mirrors, which lose their connection at random and go on by token at
 * either mirror: each ends with exactly the site's rows, and none sees what the protocol forbids.
 * That nothing is left out or repeated on the way either is held against what a mirror applied:
 * every live update must take a row from one version to the very next that there was.
 */
class ClientsIT {
  private static final int CLIENTS = Integer.getInteger("windsock.clients", 1000);
  private static final int EVENTS = 8_000;
  private static final Duration SPAN = Duration.ofHours(2);
  private static final double SECONDS = 40;
  private static final List<String> QUERIES =
      List.of("view=all", "view=arrivals&airport=EGLL", "view=departures&airport=EGLL");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An update of a row: the version that it replaced, and its own. */
  private record Step(String key, long from, long to) {}

  /** The steps that a site made; its apply thread adds to them. */
  private static final class Applied implements UpdateListener {
    private final Map<String, Long> versions = new HashMap<>();
    private final Set<Step> steps = ConcurrentHashMap.newKeySet();

    @Override
    public boolean wantsUpdates() {
      return true;
    }

    @Override
    public void applied(UpdateBatch batch) {
      for (int i = 0; i < batch.size(); i++) {
        Update update = batch.update(i);
        Long before = versions.put(update.key(), update.version());
        if (before != null) {
          steps.add(new Step(update.key(), before, update.version()));
        }
      }
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final Applied applied = new Applied();
  private final Set<Step> seen = ConcurrentHashMap.newKeySet();

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void shouldEndWithTheSitesRowsAfterRandomDisconnects(@TempDir Path folder) throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    System.out.println("disconnects at random: -Dwindsock.seed=" + seed);
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        TopologyApp topology = topology(folder, broker.bootstrapServers());
        Site one = site(folder, broker.bootstrapServers(), "mirror-1");
        Site other = site(folder, broker.bootstrapServers(), "mirror-2");
        SseStreams streams = new SseStreams()) {
      assertThat(topology.awaitRunning(Duration.ofMinutes(2))).isTrue();
      List<String> mirrors = List.of(one.url(), other.url());
      await().atMost(Duration.ofMinutes(2)).until(() -> one.progress().phase().ready());
      await().atMost(Duration.ofMinutes(2)).until(() -> other.progress().phase().ready());
      one.listeners().add(applied);
      Random random = new Random(seed);
      List<RowsClient> clients = clients(streams);
      for (RowsClient client : clients) {
        client.connect(mirrors.get(random.nextInt(2)));
      }
      CompletableFuture<ReplayProgress> replay = replay(broker.bootstrapServers());
      int disconnects = disturb(clients, mirrors, random, replay);
      assertThat(replay.get().acked()).isEqualTo(EVENTS);
      assertThat(disconnects).isGreaterThan(CLIENTS);
      settle(clients, mirrors, random);
      checkRows(clients, one, other);
      checkSteps();
      System.out.printf(
          "%d clients, %d disconnects, %d of %d steps seen, %d resumed%n",
          CLIENTS, disconnects, seen.size(), applied.steps.size(), seen(clients, "resume"));
    }
  }

  private List<RowsClient> clients(SseStreams streams) {
    List<RowsClient> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      String query = QUERIES.get(i % QUERIES.size());
      RowsClient client = new RowsClient(streams, query);
      if (query.equals("view=all")) { // rows of the others leave their view and come again
        client.onStep((key, from, to) -> seen.add(new Step(key, from, to)));
      }
      clients.add(client);
    }
    return clients;
  }

  private static int seen(List<RowsClient> clients, String event) {
    return clients.stream().mapToInt(client -> client.seen(event)).sum();
  }

  private static TopologyApp topology(Path folder, String bootstrap) {
    return TopologyApp.start(
        TopologyConfig.builder(Outputs.CATALOGUE)
            .bootstrapServers(bootstrap)
            .rules(RuleSet.standard(Outputs.CATALOGUE))
            .stateDir(folder.resolve("topology"))
            .build());
  }

  private static Site site(Path folder, String bootstrap, String name) {
    return Site.start(
        SiteConfig.builder(SiteRole.MIRROR, name, bootstrap, folder.resolve(name), Outputs.DOMAIN)
            .build());
  }

  private static CompletableFuture<ReplayProgress> replay(String bootstrap) {
    ReplayTarget target = new ReplayTarget(bootstrap, Topics.standard(), Outputs.CATALOGUE);
    ReplayOptions options = ReplayOptions.at(speed());
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new Replay(target, ClientsIT::feed, options, ClientsIT::unexpected).run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static GeneratedFeed feed() {
    return new GeneratedFeed(
        Outputs.CATALOGUE,
        GeneratorOptions.day().withFlights(60).withHours(SPAN).withEvents(EVENTS));
  }

  private static Speed speed() {
    try (GeneratedFeed feed = feed()) {
      Duration span = Duration.between(feed.firstEventTime(), feed.lastEventTime());
      return new Speed(span.toSeconds() / SECONDS);
    }
  }

  private static void unexpected(ReplayFault fault) {
    throw new IllegalStateException(fault.toString());
  }

  /** Drops connections, and reconnects those dropped or refused, at either mirror. */
  private static int disturb(
      List<RowsClient> clients, List<String> mirrors, Random random, CompletableFuture<?> replay) {
    int disconnects = 0;
    while (!replay.isDone()) {
      for (int i = 0; i < CLIENTS / 100; i++) {
        RowsClient client = clients.get(random.nextInt(CLIENTS));
        if (client.isClosed()) {
          client.connect(mirrors.get(random.nextInt(2)));
        } else {
          client.disconnect();
          disconnects++;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    return disconnects;
  }

  private static void settle(List<RowsClient> clients, List<String> mirrors, Random random) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              boolean all = true;
              for (RowsClient client : clients) {
                if (client.isClosed()) {
                  client.connect(mirrors.get(random.nextInt(2)));
                }
                all &= client.isLive();
              }
              return all;
            });
  }

  private void checkRows(List<RowsClient> clients, Site one, Site other) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              assertThat(one.status().lag()).isZero();
              assertThat(one.status().digest()).isEqualTo(other.status().digest());
              assertThat(one.status().eventsApplied()).isPositive();
              for (int q = 0; q < QUERIES.size(); q++) {
                Map<String, JsonNode> rows = rows(one.url(), QUERIES.get(q));
                assertThat(rows).isNotEmpty();
                for (int i = q; i < CLIENTS; i += QUERIES.size()) {
                  assertThat(clients.get(i).rows()).as("rows of client %d", i).isEqualTo(rows);
                }
              }
            });
    for (RowsClient client : clients) {
      assertThat(client.faults()).isEmpty();
    }
  }

  private void checkSteps() {
    Set<Step> wrong = new HashSet<>(seen);
    wrong.removeAll(applied.steps);
    assertThat(wrong).as("versions left out or repeated").isEmpty();
    assertThat(seen).hasSizeGreaterThan(applied.steps.size() / 2);
  }

  private Map<String, JsonNode> rows(String site, String query) throws Exception {
    String view = query.replace("view=", "/v1/views/").replaceFirst("&", "?");
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(site + view)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    Map<String, JsonNode> rows = new TreeMap<>();
    JSON.readTree(answer.body())
        .path("rows")
        .forEach(item -> rows.put(item.path("key").asText(), item));
    return rows;
  }
}
