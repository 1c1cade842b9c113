package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.SseEvent;
import io.windsock.site.testing.SseStreams;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site with the bounds as shipped, under a steady stream of updates, and clients that follow it;
 * now and then a hundred more that stall. Half of these follow the updates and then read no more,
 * until they have more unsent than a client may; the others ask for the state and read nothing of
 * it. Each of them is cut, with the reason that its bound has, and meanwhile the updates reach the
 * other clients hardly later than before.
 *
 * <p>The delay is from when a record is given to the producer to when a client has read the event.
 * Calm phases and phases with stalled clients take turns, and the medians of their 99th percentiles
 * are compared, because on a busy machine a single phase says little. A phase with stalled clients
 * is longer, so a pause of the machine is rather in it: rounds with a pause do not count. Where one
 * round shows it, that is enough; {@code -Dwindsock.stalled.rounds=3} takes three at least.
 */
@Tag("alone")
class StalledClientsIT {
  private static final int HEALTHY = Integer.getInteger("windsock.clients", 300);
  private static final int STALLED = 100;

  /** How many rounds there are at least; an odd number. */
  private static final int ROUNDS = Integer.getInteger("windsock.stalled.rounds", 1);

  /** How many there may be where other work on the machine blurs the figures. */
  private static final int MAX_ROUNDS = 7;

  /** A machine on which records are written later than this has paused. */
  private static final long MAX_LATE_MS = 200;

  private static final Duration WARM_UP = Duration.ofSeconds(4);
  private static final Duration PHASE = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final double MAX_DELAY_RATIO = 1.5;

  /** A young collection or a time slice: broker, site and clients share one JVM. */
  private static final double NOISE_MS = 10;

  // A row is about 1 KB: the latest of each flight come to 6 MB, more than the 4 MiB that a client
  // may have unsent, and in the 20 s that a client may stall 20 MB are sent.
  private static final int REASON_LENGTH = 700;
  private static final int FLIGHTS = 6_000;
  private static final int UPDATES_PER_SECOND = 1_000;
  private static final int WATCHED = 10;
  private static final List<String> AIRPORTS =
      IntStream.range(0, 40).mapToObj(i -> "X%03d".formatted(i)).toList();

  private static final String TOO_SLOW = "windsock_sse_cut_clients_total{reason=\"too slow\"}";
  private static final String CUT_STALLED = "windsock_sse_cut_clients_total{reason=\"stalled\"}";

  private final HttpClient http = HttpClient.newHttpClient();
  private final Delays delays = new Delays();
  private int stalledPhases;

  /** Delays of one phase, in steps of 0.1 ms; the longest step has all that took longer. */
  private static final class Delays {
    private static final int STEPS = 100_000;
    private static final long STEP_NS = 100_000;

    private final long[] counts = new long[STEPS];

    synchronized void add(long delayNs) {
      counts[(int) Math.min(STEPS - 1, delayNs / STEP_NS)]++;
    }

    synchronized void clear() {
      Arrays.fill(counts, 0);
    }

    synchronized long count() {
      return Arrays.stream(counts).sum();
    }

    /** The delay that this share of the events did not exceed, ms. */
    synchronized double ms(double share) {
      double left = share * count();
      int step = 0;
      while (step < STEPS - 1 && left > counts[step]) {
        left -= counts[step++];
      }
      return (step + 1) * STEP_NS / 1e6;
    }
  }

  /** A client that reads; the thread of the streams tells it. */
  private static final class Healthy implements SseStreams.Listener {
    private final SteadyLog log;
    private final Delays delays;
    private final int first;
    private volatile boolean live;
    private final AtomicInteger updates = new AtomicInteger();
    private volatile String ended = "";

    Healthy(SteadyLog log, Delays delays) {
      this.log = log;
      this.delays = delays;
      first = log.written() + 1;
    }

    @Override
    public void opened(int status, Map<String, String> headers) {
      if (status != 200) {
        ended = "refused: " + status;
      }
    }

    @Override
    public void event(SseEvent event) {
      if (event.name().equals("live")) {
        live = true;
      } else if (event.name().equals("update")) {
        int version = version(event.data());
        if (version >= first) {
          delays.add(System.nanoTime() - log.sentNs(version));
          updates.incrementAndGet();
        }
      } else if (event.name().equals("cut")) {
        ended = event.data();
      }
    }

    private static int version(String item) {
      int from = item.indexOf("\"version\":") + "\"version\":".length();
      return Integer.parseInt(item, from, item.indexOf(',', from), 10);
    }

    @Override
    public void closed(String why) {
      ended = why;
    }
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void shouldCutStalledClientsAndHardlyDelayTheOthers(@TempDir Path folder) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        SteadyLog log = log(broker);
        Site site = site(broker, folder);
        SseStreams streams = new SseStreams()) {
      await()
          .atMost(PATIENCE)
          .until(() -> site.status().eventsApplied() == FLIGHTS && site.progress().phase().ready());
      List<Healthy> healthy = connect(site, streams, log);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(healthy)
                      .allSatisfy(client -> assertThat(client.live).as(client.ended).isTrue()));
      log.start();
      calmPhase(WARM_UP);
      stalledPhase(site);
      compare(site, log);
      log.stop();
      checkHealthy(healthy);
      System.out.printf("records were written up to %d ms late%n", log.latestMs());
    }
  }

  /**
   * A calm phase and one with stalled clients.
   *
   * @param calmMs the 99th percentile of the delays of the calm one
   * @param stalledMs that of the other
   * @param lateMs how late a record was written at the most
   */
  private record Round(double calmMs, double stalledMs, long lateMs) {
    boolean counts() {
      return lateMs <= MAX_LATE_MS;
    }
  }

  private void compare(Site site, SteadyLog log) throws Exception {
    List<Round> all = new ArrayList<>();
    List<Round> counted = List.of();
    boolean enough = false;
    while (!enough && all.size() < MAX_ROUNDS) {
      var unused = log.takeLatestMs();
      all.add(new Round(calmPhase(PHASE), stalledPhase(site), log.takeLatestMs()));
      counted = all.stream().filter(Round::counts).toList();
      enough = counted.size() >= ROUNDS && counted.size() % 2 == 1 && holds(counted);
    }
    List<Round> rounds = counted.isEmpty() ? all : counted;
    System.out.printf(
        "p99 of %s: medians with stalled clients %.1f ms, without %.1f ms, ratio %.2f%n",
        all, stalledMs(rounds), calmMs(rounds), stalledMs(rounds) / calmMs(rounds));
    assertThat(stalledMs(rounds)).isLessThanOrEqualTo(bound(rounds));
  }

  private static boolean holds(List<Round> rounds) {
    return stalledMs(rounds) <= bound(rounds);
  }

  private static double bound(List<Round> rounds) {
    return Math.max(MAX_DELAY_RATIO * calmMs(rounds), calmMs(rounds) + NOISE_MS);
  }

  private static double calmMs(List<Round> rounds) {
    return median(rounds.stream().map(Round::calmMs).toList());
  }

  private static double stalledMs(List<Round> rounds) {
    return median(rounds.stream().map(Round::stalledMs).toList());
  }

  private static SteadyLog log(EmbeddedBroker broker) throws Exception {
    return new SteadyLog(
        broker.bootstrapServers(),
        Topics.standard().forward(),
        FLIGHTS,
        AIRPORTS,
        UPDATES_PER_SECOND,
        REASON_LENGTH);
  }

  private static Site site(EmbeddedBroker broker, Path folder) {
    return Site.start(
        SiteConfig.builder(
                SiteRole.CENTRAL, "central", broker.bootstrapServers(), folder, Outputs.DOMAIN)
            .build());
  }

  private List<Healthy> connect(Site site, SseStreams streams, SteadyLog log) {
    List<Healthy> clients = new ArrayList<>();
    for (int i = 0; i < HEALTHY; i++) {
      Healthy client = new Healthy(log, delays);
      String target = "/v1/subscribe?view=arrivals&airport=" + AIRPORTS.get(i % WATCHED);
      streams.open(site.url(), target, "", 0, client);
      clients.add(client);
    }
    return clients;
  }

  private double calmPhase(Duration length) throws InterruptedException {
    delays.clear();
    Thread.sleep(length.toMillis()); // a phase is a stretch of time
    return p99("calm");
  }

  /** From when the stalled clients connect to when the last of them is cut. */
  private double stalledPhase(Site site) throws Exception {
    delays.clear();
    int cut = ++stalledPhases * STALLED;
    long startNs = System.nanoTime();
    try (StalledSockets sockets = new StalledSockets()) {
      String position =
          get(site, "/v1/views/all?limit=1").headers().firstValue("Windsock-Token").orElseThrow();
      for (int i = 0; i < STALLED / 2; i++) {
        sockets.openLive(site.url(), "/v1/updates?view=all&after=" + position);
      }
      for (int i = 0; i < STALLED / 2; i++) {
        sockets.open(site.url(), "/v1/subscribe?view=all");
      }
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .untilAsserted(
              () -> {
                assertThat(streamMetrics(site))
                    .contains(TOO_SLOW + " " + cut / 2.0, CUT_STALLED + " " + cut / 2.0);
              });
      double p99 = p99("stalled");
      System.out.printf("all cut after %.1f s%n", (System.nanoTime() - startNs) / 1e9);
      await().atMost(PATIENCE).until(sockets::areEnded);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(streamMetrics(site))
                      .contains(
                          "windsock_sse_clients " + (double) HEALTHY,
                          "windsock_sse_unsent_bytes 0.0"));
      return p99;
    }
  }

  private double p99(String phase) {
    System.out.printf(
        "%-7s %,d events, delay p50 %.1f ms, p99 %.1f ms, max %.1f ms%n",
        phase, delays.count(), delays.ms(0.5), delays.ms(0.99), delays.ms(1));
    return delays.ms(0.99);
  }

  /** None was cut, and all who watch an airport got the same number of updates. */
  private static void checkHealthy(List<Healthy> clients) {
    assertThat(clients).allSatisfy(client -> assertThat(client.ended).isEmpty());
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              for (int i = 0; i < clients.size(); i++) {
                assertThat(clients.get(i).updates.get())
                    .isPositive()
                    .isEqualTo(clients.get(i % WATCHED).updates.get());
              }
            });
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private List<String> streamMetrics(Site site) throws Exception {
    return get(site, "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("windsock_sse_"))
        .toList();
  }

  private HttpResponse<String> get(Site site, String path) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(site.url() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer;
  }
}
