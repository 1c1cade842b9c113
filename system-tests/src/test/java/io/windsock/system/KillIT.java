package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayFault;
import io.windsock.feeds.replay.ReplayOptions;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.feeds.replay.ReplayTarget;
import io.windsock.feeds.replay.time.Speed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Topology and sites in processes of their own, killed with {@code kill -9} or stopped at random
 * moments of a replay, while clients follow the sites: counts and digests come out as if nothing
 * had happened, and within a role no client sees a gap, a repetition or a version that goes back.
 */
class KillIT {
  private static final int KILLS = Integer.getInteger("windsock.kills", 4);
  private static final int EVENTS = 60_000;
  private static final int OVERWRITE = 10;
  private static final int CLIENTS_OF_CENTRAL = 10;
  private static final int CLIENTS_OF_MIRRORS = 40;
  private static final Duration STOP = Duration.ofMinutes(2);

  /** What a JVM answers that was asked to stop by a signal, and did. */
  private static final int SIGTERM = 143;

  private static final Duration SPAN = Duration.ofHours(4);
  private static final Topics TOPICS = Topics.standard();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void shouldEndAsWithoutKills(@TempDir Path folder) throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    System.out.println("kills at random moments: -Dwindsock.seed=" + seed);
    Path rules = Files.writeString(folder.resolve("rules.yaml"), rules());
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      String bootstrap = broker.bootstrapServers();
      Map<String, String> urls = new LinkedHashMap<>();
      Map<String, WindsockProcess> processes = new LinkedHashMap<>();
      try {
        processes.put("topology", topology(folder, bootstrap, rules));
        for (String site : List.of("central", "mirror-1", "mirror-2")) {
          int port = FreePort.any();
          urls.put(site, "http://127.0.0.1:" + port);
          processes.put(site, site(folder, bootstrap, site, port));
        }
        awaitReady(urls);
        List<String> central = urls(urls, name -> name.equals("central"));
        List<String> mirrors = urls(urls, name -> !name.equals("central"));
        try (FollowingClients ofCentral = new FollowingClients(central, CLIENTS_OF_CENTRAL);
            FollowingClients ofMirrors = new FollowingClients(mirrors, CLIENTS_OF_MIRRORS)) {
          CompletableFuture<ReplayProgress> replay = replay(bootstrap);
          end(processes, new Random(seed), replay);
          assertThat(replay.get(15, TimeUnit.MINUTES).acked()).isEqualTo(EVENTS);
          checkOutcome(new Outputs(bootstrap), urls);
          checkClients(ofCentral);
          checkClients(ofMirrors);
        }
      } finally {
        for (WindsockProcess process : processes.values()) {
          process.close();
        }
      }
    }
  }

  private static List<String> urls(Map<String, String> urls, Predicate<String> wanted) {
    return urls.entrySet().stream()
        .filter(site -> wanted.test(site.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static void checkClients(FollowingClients clients) {
    clients.assertRows();
    clients.assertFaultless();
    assertThat(clients.moves()).isPositive();
    System.out.printf(
        "clients connected again %d times: %d resumed, %d began anew%n",
        clients.moves(), clients.seen("resume"), clients.seen("reset"));
  }

  private static String rules() {
    return """
        rules:
          - name: positions
            rule: overwrite
            type: FlightPosition
            mode: first
            length: %d
        """
        .formatted(OVERWRITE);
  }

  private static WindsockProcess topology(Path folder, String bootstrap, Path rules)
      throws IOException {
    return new WindsockProcess(
        folder.resolve("topology.log"),
        "topology",
        "-b",
        bootstrap,
        "--rules",
        rules.toString(),
        "--data",
        folder.resolve("topology").toString());
  }

  private static WindsockProcess site(Path folder, String bootstrap, String name, int port)
      throws IOException {
    return new WindsockProcess(
        folder.resolve(name + ".log"),
        "site",
        "--role",
        name.equals("central") ? "central" : "mirror",
        "--name",
        name,
        "-b",
        bootstrap,
        "--port",
        String.valueOf(port),
        "--data",
        folder.resolve(name).toString());
  }

  private void awaitReady(Map<String, String> urls) {
    for (String url : urls.values()) {
      await().atMost(Duration.ofMinutes(3)).ignoreExceptions().until(() -> ready(url));
    }
  }

  private boolean ready(String url) throws IOException, InterruptedException {
    return get(url + "/health/ready").statusCode() == 200;
  }

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMinutes(1)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static GeneratedFeed feed() {
    return new GeneratedFeed(
        Outputs.CATALOGUE,
        GeneratorOptions.day().withFlights(150).withHours(SPAN).withEvents(EVENTS));
  }

  /** Paced so that it lasts about as long as the kills do. */
  private static CompletableFuture<ReplayProgress> replay(String bootstrap) {
    ReplayOptions options = ReplayOptions.at(speed(5.0 * KILLS));
    ReplayTarget target = new ReplayTarget(bootstrap, TOPICS, Outputs.CATALOGUE);
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new Replay(target, KillIT::feed, options, KillIT::unexpected).run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static Speed speed(double seconds) {
    try (GeneratedFeed feed = feed()) {
      Duration span = Duration.between(feed.firstEventTime(), feed.lastEventTime());
      return new Speed(span.toSeconds() / seconds);
    }
  }

  private static void unexpected(ReplayFault fault) {
    throw new IllegalStateException(fault.toString());
  }

  /** Ends the topology and a site {@link #KILLS} times each, while the replay continues. */
  private static void end(
      Map<String, WindsockProcess> processes, Random random, CompletableFuture<?> replay)
      throws Exception {
    List<String> sites = new ArrayList<>(List.of("central", "mirror-1", "mirror-2"));
    Collections.shuffle(sites, random);
    for (int i = 0; i < KILLS; i++) {
      pause(random.nextInt(3000));
      end(get(processes, "topology"), random);
      pause(random.nextInt(3000));
      end(get(processes, sites.get(i % sites.size())), random);
      assertThat(replay.isCompletedExceptionally()).isFalse();
    }
  }

  /** Two of three are killed. */
  private static void end(WindsockProcess process, Random random) throws Exception {
    if (random.nextInt(3) > 0) {
      process.killAndRestart();
    } else {
      assertThat(process.stopAndRestart(STOP)).isIn(0, SIGTERM);
    }
  }

  private static WindsockProcess get(Map<String, WindsockProcess> processes, String name) {
    return java.util.Objects.requireNonNull(processes.get(name), name);
  }

  /** The random moment itself; nothing waits for anything here. */
  private static void pause(int ms) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }

  private void checkOutcome(Outputs outputs, Map<String, String> urls) {
    Map<String, Long> sent = new HashMap<>();
    Map<String, Long> positions = new HashMap<>();
    countFeed(sent, positions);
    await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> assertThat(outputs.read(TOPICS.mirror()).marked("received")).isEqualTo(EVENTS));
    Outputs.Content forward = outputs.read(TOPICS.forward());
    Outputs.Content mirror = outputs.read(TOPICS.mirror());

    assertThat(forward.byType()).isEqualTo(sent);
    long mirroredPositions =
        positions.values().stream().mapToLong(n -> (n + OVERWRITE - 1) / OVERWRITE).sum();
    Map<String, Long> expected = new HashMap<>(sent);
    expected.put("FlightPosition", mirroredPositions);
    assertThat(mirror.byType()).isEqualTo(expected);
    assertThat(mirror.marked("taken")).isEqualTo(sent.get("FlightPosition") - mirroredPositions);
    assertThat(mirror.marked("passed") + mirror.marked("taken")).isEqualTo(EVENTS);

    urls.forEach(
        (site, url) -> {
          String digest = site.equals("central") ? forward.digest() : mirror.digest();
          await()
              .atMost(Duration.ofMinutes(2))
              .pollInterval(Duration.ofMillis(500))
              .ignoreExceptions()
              .untilAsserted(() -> assertDigest(url, digest));
        });
  }

  private void assertDigest(String url, String digest) throws Exception {
    JsonNode answer = JSON.readTree(get(url + "/v1/digest?verify=true").body());
    assertThat(answer.path("digest").asText()).isEqualTo(digest);
    assertThat(answer.path("consistent").asBoolean()).isTrue();
  }

  private static void countFeed(Map<String, Long> sent, Map<String, Long> positions) {
    try (GeneratedFeed feed = feed()) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        sent.merge(event.type().name(), 1L, Long::sum);
        if (event.type().name().equals("FlightPosition")) {
          positions.merge(event.key(), 1L, Long::sum);
        }
      }
    }
  }
}
