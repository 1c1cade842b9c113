package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import io.windsock.testbed.calls.CallsOptions;
import io.windsock.testbed.calls.CallsRun;
import io.windsock.testbed.calls.plan.Arrivals;
import io.windsock.testbed.calls.plan.Keys;
import io.windsock.testbed.calls.plan.PlannedAction;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three mirrors and two gateways, each in a process of its own, under a load of calls: each is
 * replaced in its turn, as an upgrade does. No call with a long deadline misses it; of calls with
 * the usual one, those in time are counted.
 */
@Tag("alone")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RollingUpgradeIT {
  private static final Topics TOPICS = new Topics("upgrade");
  private static final int FLIGHTS = 300;
  private static final List<String> SITES = List.of("m1", "m2", "m3");
  private static final List<String> GATEWAYS = List.of("g1", "g2");
  private static final double PER_SECOND = 300;

  /**
   * Longer than the usual one: all processes share this machine, and a JVM that starts takes a
   * processor for seconds. Half of it is what a call may wait before it is reissued.
   */
  private static final int DEADLINE_MS = 10_000;

  private static final int USUAL_DEADLINE_MS = 100;

  /**
   * How long gateways bear with a silent member. A process that gets no processor beside those that
   * start is silent; were all sites so for the usual 300 ms, calls would fail at once. Members that
   * stop end their links, so this is not how they are noticed.
   */
  private static final int SILENCE_MS = 5_000;

  /**
   * The least share of calls in time with the usual deadline. It leaves room for a busy machine:
   * while a JVM starts beside the others on two processors, many calls wait for a processor rather
   * than for a member. The share itself is printed.
   */
  private static final double LEAST_IN_TIME = 0.5;

  /** Most calls meet no member that is being replaced. */
  private static final double USUAL_MS = 1_000;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration STOP = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, WindsockProcess> processes = new LinkedHashMap<>();
  private final Map<String, String> urls = new LinkedHashMap<>();
  private final List<String> linkUrls = new ArrayList<>();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private EmbeddedBroker broker;
  private Path folder;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    broker = EmbeddedBroker.start(Options.temporary());
    MirrorLog.fill(broker.bootstrapServers(), TOPICS, 3, FLIGHTS);
    for (String site : SITES) {
      String data = folder.resolve(site).toString();
      launch(site, 0, "site", "--role", "mirror", "--data", data);
    }
    for (String gateway : GATEWAYS) {
      int linkPort = FreePort.any();
      linkUrls.add("http://127.0.0.1:" + linkPort);
      launch(gateway, linkPort, "gateway", "--silence-ms", String.valueOf(SILENCE_MS));
    }
    awaitAll();
  }

  private void launch(String name, int linkPort, String... command) throws IOException {
    int port = FreePort.any();
    List<String> args = new ArrayList<>(List.of(command));
    args.addAll(List.of("--name", name, "-b", broker.bootstrapServers()));
    args.addAll(List.of("--prefix", TOPICS.prefix(), "--port", String.valueOf(port)));
    args.addAll(List.of("--link-port", String.valueOf(linkPort)));
    urls.put(name, "http://127.0.0.1:" + port);
    Path log = folder.resolve(name + ".log");
    processes.put(name, new WindsockProcess(log, args.toArray(String[]::new)));
  }

  @AfterAll
  void stop() {
    stopped.set(true);
    processes.values().forEach(WindsockProcess::close);
    if (broker != null) {
      broker.close();
    }
  }

  private JsonNode status(String gateway) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(urls.get(gateway) + "/v1/status"))
            .timeout(Duration.ofMinutes(1))
            .build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private static JsonNode site(JsonNode status, String name) {
    for (JsonNode site : status.path("sites")) {
      if (site.path("site").asText().equals(name)) {
        return site;
      }
    }
    return JSON.createObjectNode();
  }

  /** A condition of what a gateway says of itself. */
  private interface Condition {
    boolean holds(JsonNode status);
  }

  /** Waits until each gateway says something. */
  private void awaitGateways(String what, Condition condition) {
    for (String gateway : GATEWAYS) {
      await(gateway + ": " + what)
          .atMost(PATIENCE)
          .pollInterval(LOOK)
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(() -> condition.holds(status(gateway)));
    }
  }

  private void awaitAll() {
    awaitGateways("all sites, and the other gateway", RollingUpgradeIT::isComplete);
  }

  private static boolean isComplete(JsonNode status) {
    boolean peer = true;
    for (JsonNode gateway : status.path("gateways")) {
      peer &= gateway.path("alive").asBoolean();
    }
    int open = 0;
    for (JsonNode site : status.path("sites")) {
      open += site.path("open").asBoolean() ? 1 : 0;
    }
    return peer && status.path("gateways").size() == GATEWAYS.size() - 1 && open == SITES.size();
  }

  private CompletableFuture<CallsResult> load(
      long seed, Duration time, int deadlineMs, List<PlannedAction> actions) {
    CallsOptions options =
        new CallsOptions(
            linkUrls,
            false,
            linkUrls.size(),
            2,
            true,
            PER_SECOND,
            0,
            time,
            deadlineMs,
            Keys.ofPattern("FL%d", FLIGHTS),
            0.05,
            new Question.OfView("arrivals", "ATL", 20),
            Arrivals.poisson,
            seed,
            Duration.ofSeconds(2),
            actions,
            false);
    CallsRun run = new CallsRun(options, new Watch(stopped));
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run.run("test");
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Prints what happens. */
  private record Watch(AtomicBoolean end) implements CallsRun.Watch {
    @Override
    public void note(String line) {
      System.out.println(line);
    }

    @Override
    public void interval(IntervalResult interval) {
      System.out.println(interval);
    }

    @Override
    public boolean stopped() {
      return end.get();
    }
  }

  @Test
  void shouldMissNoCallWhileEachProcessIsReplaced() throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    CallsResult result = replaceAllUnderLoad(seed, DEADLINE_MS);
    Counts counts = result.counts();
    assertThat(counts.due()).isGreaterThan((long) (PER_SECOND * 10));
    assertThat(counts).isEqualTo(allInTime(counts));
    assertThat(result.latency().p50Ms()).isLessThan(USUAL_MS);
  }

  /** Calls with the usual deadline: each has one outcome, and most are in time even here. */
  @Test
  void shouldGiveEachCallAnOutcomeWithinTheUsualDeadlineWhileEachProcessIsReplaced()
      throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    Counts counts = replaceAllUnderLoad(seed, USUAL_DEADLINE_MS).counts();
    System.out.println(described(counts));
    assertThat(counts.due()).isGreaterThan((long) (PER_SECOND * 10));
    assertThat(counts.lost()).as("calls without an outcome").isZero();
    assertThat(counts.duplicates()).as("calls with several outcomes").isZero();
    assertThat(counts.invalid()).as("calls called invalid").isZero();
    assertThat(
            counts.inTime() + counts.missed() + counts.busy() + counts.behind() + counts.failed())
        .isEqualTo(counts.due());
    assertThat(counts.inTimeShare()).as(described(counts)).isGreaterThan(LEAST_IN_TIME);
  }

  private static String described(Counts counts) {
    return String.format(
        Locale.ROOT,
        "%d calls with a deadline of %d ms: %d answered in time (%.2f %%, at least %.0f %%"
            + " required), %d late, %d refused as busy or behind, %d failed, %d without an outcome",
        counts.due(),
        USUAL_DEADLINE_MS,
        counts.inTime(),
        100 * counts.inTimeShare(),
        100 * LEAST_IN_TIME,
        counts.missed(),
        counts.busy() + counts.behind(),
        counts.failed(),
        counts.lost());
  }

  /** Replaces each process in its turn under a load; returns what became of the calls. */
  private CallsResult replaceAllUnderLoad(long seed, int deadlineMs) throws Exception {
    System.out.println("order and load: -Dwindsock.seed=" + seed);
    stopped.set(false);
    CompletableFuture<CallsResult> load = load(seed, Duration.ofMinutes(10), deadlineMs, List.of());
    List<String> sites = new ArrayList<>(SITES);
    Collections.shuffle(sites, new Random(seed));
    long beganNs = System.nanoTime();
    for (String site : sites) {
      replaceSite(site);
      System.out.println(site + " is back after " + seconds(beganNs) + " s");
    }
    for (String gateway : GATEWAYS) {
      replaceGateway(gateway);
      System.out.println(gateway + " is back after " + seconds(beganNs) + " s");
    }
    stopped.set(true);
    CallsResult result = load.get(5, TimeUnit.MINUTES);
    System.out.println(result.counts() + ", " + result.latency() + ", " + result.generator());
    for (String gateway : GATEWAYS) {
      System.out.println(gateway + ": " + status(gateway).path("calls"));
    }
    return result;
  }

  /** Returns the counts if all calls had been answered in time, once. */
  private static Counts allInTime(Counts counts) {
    return new Counts(counts.due(), counts.due(), 0, 0, 0, 0, 0, 0, 0, 0);
  }

  private static double seconds(long sinceNs) {
    return Math.round((System.nanoTime() - sinceNs) / 1e8) / 10.0;
  }

  /** Drained, stopped, started again on its state, ready, calls again: as operations.md has it. */
  private void replaceSite(String site) throws Exception {
    String both = String.join(",", GATEWAYS.stream().map(urls::get).toList());
    GatewayCluster.command("gateway", "drain", site, "-g", both);
    awaitGateways(
        site + " has no calls", status -> site(status, site).path("pending").asInt(-1) == 0);
    stopAndRestart(site);
    awaitGateways(
        site + " is ready",
        status -> {
          JsonNode now = site(status, site);
          return now.path("alive").asBoolean() && now.path("ready").asBoolean();
        });
    GatewayCluster.command("gateway", "drain", site, "--undo", "-g", both);
    awaitAll();
  }

  /** A gateway drains when it is asked to stop; requesters use the other one meanwhile. */
  private void replaceGateway(String gateway) throws Exception {
    stopAndRestart(gateway);
    awaitAll();
    await(gateway + " gets calls")
        .atMost(PATIENCE)
        .pollInterval(LOOK)
        .until(() -> status(gateway).at("/calls/inTime").asLong() > PER_SECOND / 10);
  }

  private void stopAndRestart(String name) throws Exception {
    WindsockProcess process = processes.get(name);
    long former = process.pid();
    process.stopAndRestart(STOP);
    assertThat(process.pid()).isNotEqualTo(former);
  }

  /**
   * All mirrors stand still for three seconds: what they answer afterwards is too late to count.
   */
  @Test
  void shouldCountAnswersAfterTheDeadlineAsMissed() throws Exception {
    stopped.set(false);
    List<PlannedAction> actions = new ArrayList<>();
    for (String site : SITES) {
      actions.add(PlannedAction.parse("1s=stop:" + processes.get(site).pid()));
      actions.add(PlannedAction.parse("4s=cont:" + processes.get(site).pid()));
    }
    long before = late();
    CallsResult result = load(1, Duration.ofSeconds(20), 1_000, actions).get(5, TimeUnit.MINUTES);
    Counts counts = result.counts();
    System.out.println(counts + ", " + result.latency());
    assertThat(result.actions()).hasSize(6).allMatch(done -> done.detail().equals("done"));
    assertThat(counts.missed()).as("missed in the seconds without mirrors").isGreaterThan(10);
    assertThat(counts.inTime()).as("in time in the others").isGreaterThan(counts.due() / 5);
    assertThat(
            counts.inTime() + counts.missed() + counts.busy() + counts.behind() + counts.failed())
        .isEqualTo(counts.due());
    assertThat(counts.duplicates()).isZero();
    assertThat(counts.lost()).isZero();
    assertThat(late() - before).as("answers that came too late").isPositive();
    awaitAll();
  }

  private long late() throws IOException, InterruptedException {
    long late = 0;
    for (String gateway : GATEWAYS) {
      late += status(gateway).at("/calls/lateAnswers").asLong();
    }
    return late;
  }
}
