package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windsock.contracts.config.Failure;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reports in the resources are from runs of httperf 0.9.0. */
class HttperfTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static String report(String name) throws IOException {
    try (InputStream in = HttperfTest.class.getResourceAsStream(name)) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void assumeInstalled() {
    try {
      Httperf.require();
    } catch (Failure e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @Test
  void shouldReadTheReportOfAnsweredCalls() throws Exception {
    Answers answers = Answers.parse(report("httperf-answered.txt"));

    assertThat(answers).isEqualTo(new Answers(200, 200, 0, 0, 0.639, 36.8, 200 / 0.639, 0.27));
  }

  @Test
  void shouldCountTimeoutsAsFailed() throws Exception {
    Answers answers = Answers.parse(report("httperf-timeouts.txt"));

    assertThat(answers).isEqualTo(new Answers(20, 0, 20, 0, 1.969, 0, 0, 0.07 + 0.83));
  }

  @Test
  void shouldCountOtherStatusesAsFailed() throws Exception {
    Answers answers = Answers.parse(report("httperf-not-found.txt"));

    assertThat(answers.asked()).isEqualTo(40);
    assertThat(answers.answered()).isZero();
    assertThat(answers.failed()).isEqualTo(40);
    assertThat(answers.meanMs()).isCloseTo(29.9, within(0.001));
  }

  @Test
  void shouldCountAllCallsOfARefusedConnectionAsFailed() throws Exception {
    Answers answers = Answers.parse(report("httperf-refused.txt"));

    assertThat(answers.failed()).isEqualTo(40);
    assertThat(answers.unopened()).isZero();
  }

  @Test
  void shouldCountTheCallsOfUnopenedConnections() throws Exception {
    Answers answers = Answers.parse(report("httperf-too-many.txt"));

    assertThat(answers.asked()).isEqualTo(3000);
    assertThat(answers.failed()).isEqualTo(3000);
    assertThat(answers.unopened()).isEqualTo(1014);
  }

  @Test
  void shouldShowTheOutputThatIsNoReport() {
    assertThatThrownBy(() -> Answers.parse("httperf: unknown host"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("httperf: unknown host");
  }

  @Test
  void shouldBoundTheConnectionsThatAScheduleCanNeed() {
    URI target = URI.create("http://127.0.0.1:1/");

    assertThat(new Httperf.Calls(target, 500, 10_000, Duration.ofSeconds(4), 1).mostConnections())
        .isEqualTo(2000);
    assertThat(new Httperf.Calls(target, 500, 101, Duration.ofSeconds(4), 10).mostConnections())
        .isEqualTo(11);
  }

  @Test
  void shouldDivideWhatNeedsMoreConnectionsThanAProcessCanHave() {
    URI target = URI.create("http://127.0.0.1:1/");
    Duration minute = Duration.ofMinutes(1);

    assertThat(new Httperf.Calls(target, 800, 1_600, minute, 1).divided())
        .containsExactly(
            new Httperf.Calls(target, 400, 800, minute, 1),
            new Httperf.Calls(target, 400, 800, minute, 1));
    assertThat(new Httperf.Calls(target, 400, 800, minute, 1).divided()).hasSize(1);
  }

  @Test
  void shouldRejectATargetWithoutAPort() {
    URI target = URI.create("http://127.0.0.1/");

    assertThatThrownBy(() -> new Httperf.Calls(target, 1, 1, Duration.ofSeconds(1), 1))
        .hasMessage("'http://127.0.0.1/' must have a host and a port");
  }

  @Test
  void shouldCallAServer() throws Exception {
    assumeInstalled();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    ExecutorService workers = Executors.newFixedThreadPool(2);
    server.setExecutor(workers);
    server.createContext("/", HttperfTest::respond);
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      Answers found = call(url + "/v1/views/all?limit=10");
      Answers lost = call(url + "/");

      assertThat(found.asked()).isEqualTo(50);
      assertThat(found.answered()).isEqualTo(50);
      assertThat(found.failed()).isZero();
      assertThat(found.seconds()).isGreaterThan(0.1);
      assertThat(found.perSecond()).isPositive().isLessThan(500.0);
      assertThat(found.meanMs()).isPositive();
      assertThat(lost.failed()).isEqualTo(50);
    } finally {
      server.stop(0);
      workers.shutdown();
    }
  }

  @Test
  void shouldAskForSeveralPathsInTurn() throws Exception {
    assumeInstalled();
    Queue<String> asked = new ConcurrentLinkedQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    URI target = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/all");
    List<String> others = List.of("/all?limit=2", "/all?limit=1");
    Httperf.Calls calls = new Httperf.Calls(target, others, 200, 7, Duration.ofSeconds(20), 1);
    try (Httperf httperf = Httperf.start(calls)) {
      assertThat(httperf.await().answered()).isEqualTo(7);
    } finally {
      server.stop(0);
    }

    assertThat(asked.stream().collect(Collectors.groupingBy(path -> path, Collectors.counting())))
        .isEqualTo(Map.of("/all", 3L, "/all?limit=2", 2L, "/all?limit=1", 2L));
  }

  private static Answers call(String url) throws InterruptedException {
    Httperf.Calls calls = new Httperf.Calls(URI.create(url), 200, 50, PATIENCE, 5);
    try (Httperf httperf = Httperf.start(calls)) {
      return httperf.await();
    }
  }

  private static void respond(HttpExchange exchange) throws IOException {
    boolean known = exchange.getRequestURI().toString().equals("/v1/views/all?limit=10");
    byte[] body = "body".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(known ? 200 : 404, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Starts calls that take minutes, and ends without closing them. */
  static final class Ending {
    private Ending() {}

    public static void main(String[] args) throws IOException {
      Httperf.Calls calls =
          new Httperf.Calls(URI.create("http://127.0.0.1:1/"), 1, 1000, Duration.ofSeconds(1), 1);
      Httperf unused = Httperf.start(calls);
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
      System.exit(0);
    }
  }

  @Test
  void shouldEndTheProcessWithTheProgram() {
    assumeInstalled();
    List<ProcessHandle> started;
    try (ChildProcess program = ChildProcess.start(Ending.class, List.of(), List.of())) {
      program.await("ready");
      started =
          ProcessHandle.of(program.pid())
              .orElseThrow()
              .children()
              .filter(HttperfTest::isHttperf)
              .toList();
      assertThat(started).isNotEmpty();
    }

    await().untilAsserted(() -> assertThat(started).noneMatch(HttperfTest::isHttperf));
  }

  /** Whether it runs: of a process that has ended, its program is unknown. */
  private static boolean isHttperf(ProcessHandle process) {
    return process.info().command().filter(it -> it.endsWith("httperf")).isPresent();
  }

  @Test
  void shouldEndTheProcessOnClose() throws Exception {
    assumeInstalled();
    Httperf.Calls calls =
        new Httperf.Calls(URI.create("http://127.0.0.1:1/"), 1, 1000, Duration.ofSeconds(1), 1);
    Httperf httperf = Httperf.start(calls);
    httperf.close();

    assertThatThrownBy(httperf::await).isInstanceOf(IllegalStateException.class);
  }
}
