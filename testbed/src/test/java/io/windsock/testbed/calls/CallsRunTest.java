package io.windsock.testbed.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import io.windsock.testbed.calls.plan.Arrivals;
import io.windsock.testbed.calls.plan.Keys;
import io.windsock.testbed.calls.plan.PlannedAction;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.calls.tally.ResultFiles;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class CallsRunTest {
  private static final int RATE = 1_000;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Vertx other = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context loop = vertx.getOrCreateContext();
  private final List<IntervalResult> seen = new ArrayList<>();
  private final AtomicBoolean stopped = new AtomicBoolean();

  /** Whether the intervals seen are enough; the load is stopped then. */
  private BooleanSupplier enough = () -> false;

  /** Completes when the first calls are about to be sent. */
  private final CompletableFuture<Void> begun = new CompletableFuture<>();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
    other.close().toCompletionStage().toCompletableFuture().join();
  }

  private static CallsOptions options(List<String> servers, boolean http, Duration time, int ms) {
    return new CallsOptions(
        servers,
        http,
        servers.size(),
        2,
        true,
        RATE,
        0,
        time,
        ms,
        Keys.ofPattern("FL%03d", 100),
        0.1,
        new Question.OfView("all", "", 10),
        Arrivals.uniform,
        1,
        Duration.ofMillis(200),
        List.of(),
        false);
  }

  private CallsResult run(CallsOptions options) throws InterruptedException {
    return run(options, Recording.NONE);
  }

  private CallsResult run(CallsOptions options, Recording recording) throws InterruptedException {
    return new CallsRun(
            options,
            recording,
            new CallsRun.Watch() {
              @Override
              public void note(String line) {}

              @Override
              public void interval(IntervalResult interval) {
                seen.add(interval);
                if (enough.getAsBoolean()) {
                  stopped.set(true);
                }
              }

              @Override
              public boolean stopped() {
                begun.complete(null);
                return stopped.get();
              }
            })
        .run("test");
  }

  /** Returns the sum of a count over the intervals seen. */
  private long seen(ToLongFunction<Counts> count) {
    return seen.stream().map(IntervalResult::counts).mapToLong(count).sum();
  }

  @Test
  void shouldSendEachCallOnceAndCountItsOutcome(@TempDir Path folder) throws Exception {
    List<String> urls = List.of(StaticServer.links(vertx, "a"), StaticServer.links(other, "b"));
    CallsResult result = run(options(urls, false, Duration.ofMillis(1_500), 20_000));

    assertThat(result.counts().due()).isEqualTo(1_500);
    assertThat(result.counts().inTime()).isEqualTo(1_500);
    assertThat(result.counts().duplicates()).isZero();
    // The other answers to the last calls may come when the load has ended; if the machine has
    // stood still, most calls are sent at once, and are among the last.
    assertThat(result.generator().redundant()).isBetween(1L, 1_900L);
    assertThat(result.intervals()).isEqualTo(seen).hasSize(2);
    assertThat(result.intervals().get(0).counts().due()).isEqualTo(1_000);
    assertThat(result.generator().cpuUsPerCall()).isPositive();
    assertThat(result.isSound()).isTrue();
    assertThat(ResultFiles.write(result, folder.resolve("new/run")))
        .allMatch(file -> file.toFile().length() > 100);
    assertThat(Files.readString(folder.resolve("new/run.json"))).contains("\"inTimeShare\" : 1.0");
    assertThat(Files.readString(folder.resolve("new/run.csv"))).startsWith("from_ms,due,in_time,");
  }

  @Test
  void shouldWriteTheLatenciesOfEachSecond(@TempDir Path folder) throws Exception {
    String url = StaticServer.links(vertx, "a");
    Path log = folder.resolve("new/run.hlog");
    CallsResult result =
        run(
            options(List.of(url), false, Duration.ofMillis(1_500), 20_000),
            new Recording(List.of(), log));

    assertThat(result.gateways()).isNull();
    List<Long> counts = new ArrayList<>();
    long maxUs = 0;
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        Histogram interval = (Histogram) reader.nextIntervalHistogram();
        counts.add(interval.getTotalCount());
        maxUs = Math.max(maxUs, interval.getMaxValue());
      }
    }
    assertThat(counts).containsExactly(1_000L, 500L);
    assertThat(maxUs / 1e3).isEqualTo(result.latency().maxMs(), within(0.1));
  }

  /** Has the server do nothing for so long, from within the first second that counts. */
  private void stallTheServer(long ms) {
    Runnable pause =
        () -> {
          try {
            Thread.sleep(ms);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    var unused =
        begun.thenRun(() -> vertx.setTimer(500, id -> loop.runOnContext(v -> pause.run())));
  }

  /** A server that stops for 500 ms delays the calls that are due meanwhile: they are counted. */
  @Test
  void shouldNotOmitWhatAStalledServerDelays() throws Exception {
    String url = StaticServer.links(vertx, "a");
    stallTheServer(500);
    CallsResult patient = run(options(List.of(url), false, Duration.ofSeconds(2), 20_000));

    // A quarter of the calls were due in the pause; they waited for 250 ms on average.
    assertThat(patient.counts().due()).isEqualTo(2_000);
    assertThat(patient.latency().p90Ms()).isGreaterThan(200);
    assertThat(patient.latency().p99Ms()).isGreaterThan(400);
    assertThat(patient.latency().maxMs()).isGreaterThan(450);
  }

  /** Ends once some were in time, which takes as long as the machine needs. */
  @Test
  void shouldCountCallsThatMissTheirDeadline() throws Exception {
    String url = StaticServer.links(vertx, "a");
    stallTheServer(1_500);
    // 500 are due at least a second before the pause ends.
    enough = () -> seen(Counts::missed) >= 300 && seen(Counts::inTime) > 0;
    Counts counts = run(options(List.of(url), false, Duration.ofMinutes(5), 1_000)).counts();

    assertThat(counts.missed()).isGreaterThanOrEqualTo(300);
    assertThat(counts.inTime()).isPositive();
    assertThat(counts.inTime() + counts.missed()).isEqualTo(counts.due());
    assertThat(counts.duplicates()).isZero();
    assertThat(counts.lost()).isZero();
  }

  @Test
  void shouldCountOnlySoManyCalls() throws Exception {
    String url = StaticServer.links(vertx, "a");
    CallsOptions timed = options(List.of(url), false, Duration.ofMillis(1), 1_000);
    CallsOptions counted =
        new CallsOptions(
            timed.servers(),
            false,
            1,
            1,
            false,
            RATE,
            123,
            Duration.ZERO,
            1_000,
            timed.keys(),
            0,
            null,
            Arrivals.poisson,
            3,
            Duration.ZERO,
            List.of(),
            false);

    assertThat(run(counted).counts().due()).isEqualTo(123);
  }

  @Test
  void shouldStopWhenAsked() throws Exception {
    String url = StaticServer.links(vertx, "a");
    enough = () -> seen(Counts::due) > 0;
    CallsResult result = run(options(List.of(url), false, Duration.ofMinutes(5), 100));

    Counts counts = result.counts();
    assertThat(counts.due()).isBetween(1L, 20_000L);
    assertThat(counts.lost()).isZero();
  }

  /** Without calls that count, nothing is known of the generator or of the machine. */
  @Test
  void shouldWarnOfNothingWhereItIsStoppedBeforeItsCeilingIsKnown() throws Exception {
    CallsOptions load =
        options(List.of(StaticServer.links(vertx, "a")), false, Duration.ofMinutes(5), 100);
    CallsOptions measuring =
        new CallsOptions(
            load.servers(),
            false,
            1,
            1,
            true,
            RATE,
            0,
            load.duration(),
            100,
            load.keys(),
            0,
            null,
            Arrivals.uniform,
            1,
            load.warmUp(),
            List.of(),
            true);
    stopped.set(true);

    CallsResult result = run(measuring);

    assertThat(result.ceiling()).isNull();
    assertThat(result.baseline()).isNull();
    assertThat(result.counts().due()).isZero();
    assertThat(result.seconds()).as("it ended before counting began").isZero();
    assertThat(result.warnings()).isEmpty();
  }

  /** The server answers nothing while the load stops, so its last calls miss their deadline. */
  @Test
  void shouldNotLoseCallsWhoseDeadlinePassesAsItStops() throws Exception {
    String url = StaticServer.links(vertx, "a");
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean held = new AtomicBoolean();
    enough =
        () -> {
          if (held.compareAndSet(false, true)) {
            loop.runOnContext(v -> await(ended));
          }
          return seen(Counts::missed) > 0;
        };
    Counts counts;
    try {
      counts = run(options(List.of(url), false, Duration.ofMinutes(5), 100)).counts();
    } finally {
      ended.countDown();
    }

    assertThat(counts.missed()).isPositive();
    assertThat(counts.lost()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldMakeCallsByHttp() throws Exception {
    int[] codes = {200, 404, 400, 503, 504, 500};
    List<String> keys = new ArrayList<>();
    int port =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  keys.add(request.path() + " " + request.getHeader("Deadline-Ms"));
                  int index = keys.size() % codes.length;
                  request
                      .response()
                      .setStatusCode(codes[index])
                      .end(request.getHeader("Request-Id"));
                })
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get()
            .actualPort();
    String url = "http://127.0.0.1:" + port;
    CallsResult result = run(options(List.of(url), true, Duration.ofMillis(600), 20_000));

    Counts counts = result.counts();
    assertThat(counts.due()).isEqualTo(600);
    assertThat(counts.inTime()).isBetween(190L, 210L);
    assertThat(List.of(counts.absent(), counts.invalid(), counts.busy(), counts.missed()))
        .allMatch(count -> count > 80 && count < 120);
    assertThat(counts.failed()).isBetween(80L, 120L);
    assertThat(keys)
        .allMatch(path -> path.matches("/v1/query/(state/FL[0-9]{3}|views/all) [0-9]+"))
        .anyMatch(path -> path.startsWith("/v1/query/state/FL"))
        .anyMatch(path -> path.startsWith("/v1/query/views/all"));
    assertThat(HttpRequester.status(302)).isEqualTo(Status.FAILED);
  }

  @Test
  void shouldMakeCallsOverTlsWhereTheUrlSaysSo() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpRequester requester =
            new HttpRequester(List.of(URI.create("https://127.0.0.1:" + server.getLocalPort())))) {
      requester.ask(
          new Question.OfKey("k"), System.nanoTime() + TimeUnit.MINUTES.toNanos(1), status -> {});
      try (Socket client = server.accept()) {
        assertThat(client.getInputStream().read()).as("a TLS handshake").isEqualTo(0x16);
      }
    }
  }

  @Test
  void shouldNameTheServersThatItCannotReach() {
    CallsOptions options =
        options(List.of("http://127.0.0.1:9"), false, Duration.ofSeconds(1), 100);
    assertThatThrownBy(() -> run(options))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("http://127.0.0.1:9 (can't connect");
  }

  @Test
  void shouldNameEveryFault() {
    Keys keys = Keys.ofPattern("FL%d", 1);
    assertThatThrownBy(
            () ->
                new CallsOptions(
                    List.of("ftp://x"),
                    true,
                    2,
                    9,
                    true,
                    0,
                    0,
                    Duration.ZERO,
                    0,
                    keys,
                    2,
                    null,
                    Arrivals.uniform,
                    1,
                    Duration.ofHours(1),
                    List.of(PlannedAction.parse("10s=kill:99")),
                    true))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("calls.http: is ftp://x")
        .hasMessageContaining("calls.linked")
        .hasMessageContaining("calls.copies")
        .hasMessageContaining("calls.rate")
        .hasMessageContaining("calls.seconds: is 0.0; it must be above 0, to 86400")
        .hasMessageContaining("calls.deadline-ms")
        .hasMessageContaining("calls.view-share")
        .hasMessageContaining("calls.warm-up: is 3600000ms; it must be 0s to 10m")
        .hasMessageContaining("calls.at");
  }
}
