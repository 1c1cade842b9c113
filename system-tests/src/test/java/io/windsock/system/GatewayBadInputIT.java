package io.windsock.system;

import static io.windsock.system.GatewayCluster.NUMBER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.gateway.run.Gateway;
import io.windsock.platform.testing.RawHttp;
import io.windsock.system.SlowConnection.Ending;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A running gateway gets all that it must refuse, at both of its ports, and slow and half-open
 * connections: each is refused as the documents state, and nothing is left of any.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatewayBadInputIT {
  private static final Sender ME = new Sender("r1", "run-1", false);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration DRIBBLE = Duration.ofMillis(400);
  private static final int LONG_MS = 60_000;

  /** Threads that pools may add when they are first used, and the waiting of the test itself. */
  private static final int POOLED_THREADS = 4;

  private static final byte[] NOTHING = {};

  /** The preface of HTTP/2 and an empty SETTINGS frame. */
  private static final byte[] PREFACE =
      bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0");

  /** A PING frame. */
  private static final byte[] PING = bytes("\0\0\u0008\u0006\0\0\0\0\0" + "12345678");

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private GatewayCluster cluster;
  private Gateway gateway;
  private int linkPort;
  private final Map<String, SlowConnection> slow = new LinkedHashMap<>();

  /** How many there were before. */
  private int threads;

  private double connections;

  /** How long half of the queries took at most; a machine with other load is slower. */
  private long usualMs;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    cluster = GatewayCluster.start(folder);
    cluster.mirrors("m1", "m2").gateways("g1");
    gateway = cluster.gateway(0);
    linkPort = URI.create(gateway.linkUrl()).getPort();
    GatewayCluster.update(gateway, "ServicePluggedIn", "{}", "c1:1");
    cluster.awaitStatus("PLUGGED_IN");
    await()
        .until(
            () ->
                RawHttp.get(gateway.port(), "/v1/query/views/in-service", "Deadline-Ms", "2000")
                        .status()
                    == 200);
    threads = threads();
    connections = metric("windsock_http_connections");
    usualMs = medianMs();
    openSlowConnections();
  }

  @AfterAll
  void stop() {
    try {
      if (gateway != null) {
        shouldHaveNothingLeft();
      }
    } finally {
      if (cluster != null) {
        cluster.close();
      }
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  // HTTP

  static List<BadRequest> requests() {
    return BadRequest.all();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void shouldRefuseABadRequest(BadRequest bad) {
    try (RawHttp http = new RawHttp(gateway.port())) {
      http.send(bad.bytes());
      RawHttp.Answer answer = http.answer(false);
      assertThat(answer.status()).as(bad.name() + ": " + answer.text()).isEqualTo(bad.status());
      assertThat(answer.text()).contains("\"error\":").contains("\"remedy\":").contains(bad.says());
    }
    shouldAnswer();
  }

  private void shouldAnswer() {
    RawHttp.Answer answer =
        RawHttp.get(gateway.port(), "/v1/query/state/" + NUMBER, "Deadline-Ms", "30000");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /** Two queries at once by one id; then the same id for another key, once that is answered. */
  @Test
  void shouldRefuseTheIdOfAPendingQueryOnly() {
    String path = "/v1/query/state/" + NUMBER;
    String[] patient = {"Request-Id", "same", "Deadline-Ms", "30000"};
    String token = RawHttp.get(gateway.port(), path, patient).header("Windsock-Token");
    assertThat(token).isNotEmpty();
    // No site has reached that position, so each lets the query wait before it says so.
    String ahead = ahead(token);
    await()
        .untilAsserted(
            () -> {
              try (RawHttp first = new RawHttp(gateway.port());
                  RawHttp second = new RawHttp(gateway.port())) {
                first.request("GET", path, more(ahead));
                second.request("GET", path + "1", more(ahead));
                assertThat(List.of(first.answer(false).status(), second.answer(false).status()))
                    .containsExactlyInAnyOrder(503, 409);
              }
            });
    RawHttp.Answer other = RawHttp.get(gateway.port(), "/v1/query/state/other", patient);
    assertThat(other.status()).isEqualTo(404);
    RawHttp.Answer again = RawHttp.get(gateway.port(), path, patient);
    assertThat(again.text()).contains("\"" + NUMBER + "\"");
  }

  private static String ahead(String token) {
    Token seen = Token.parse(token);
    long[] offsets = seen.offsets();
    offsets[0] += 1_000;
    return new Token(seen.epoch(), offsets).toString();
  }

  private static String[] more(String token) {
    return new String[] {"Request-Id", "same", "Windsock-Token", token, "Deadline-Ms", "1000"};
  }

  // Links

  private static Call call(String id, Question question, int deadlineMs, int copies) {
    return new Call(id, question, deadlineMs, null, copies, List.of());
  }

  private static CallBatch batch(Call... calls) {
    return new CallBatch(ME, List.of(calls), List.of());
  }

  /** Calls in batches that are valid, each with what becomes of it. */
  @Test
  void shouldAnswerABadCallAsInvalid() throws Exception {
    Question key = new Question.OfKey(NUMBER);
    Map<Call, Status> expected = new LinkedHashMap<>();
    expected.put(call("ok", key, LONG_MS, 1), Status.FOUND);
    expected.put(call("unknown-key", new Question.OfKey("nobody"), LONG_MS, 1), Status.ABSENT);
    expected.put(
        call("unknown-view", new Question.OfView("nothing", "", 10), LONG_MS, 1), Status.ABSENT);
    expected.put(call("no-key", new Question.OfKey(""), LONG_MS, 1), Status.INVALID);
    expected.put(call("no-view", new Question.OfView("", "", 10), LONG_MS, 1), Status.INVALID);
    expected.put(
        call("no-limit", new Question.OfView("in-service", "", 0), LONG_MS, 1), Status.INVALID);
    expected.put(call("no-time", key, 0, 1), Status.INVALID);
    expected.put(call("negative-time", key, -1, 1), Status.INVALID);
    expected.put(call("ten-hours", key, 36_000_000, 1), Status.INVALID);
    expected.put(call("no-copies", key, LONG_MS, 0), Status.INVALID);
    expected.put(call("many-copies", key, LONG_MS, 9), Status.INVALID);
    expected.put(call("x".repeat(65), key, LONG_MS, 1), Status.INVALID);
    try (RawLink link = RawLink.keys(vertx, linkPort)) {
      link.send(batch(expected.keySet().toArray(Call[]::new)));
      Map<String, Status> came = new LinkedHashMap<>();
      for (int i = 0; i < expected.size(); i++) {
        Answer answer = link.answer();
        assertThat(came.put(answer.id(), answer.status())).as("%s twice", answer.id()).isNull();
      }
      expected.forEach(
          (call, status) -> assertThat(came.get(call.id())).as("%s", call).isEqualTo(status));
    }
    shouldAnswer();
  }

  @Test
  void shouldRefuseTheIdOfAPendingCallAndTakeItAgainAfterwards() throws Exception {
    Question key = new Question.OfKey(NUMBER);
    Question other = new Question.OfKey("nobody");
    try (RawLink link = RawLink.keys(vertx, linkPort)) {
      link.send(batch(call("c1", key, LONG_MS, 1), call("c1", other, LONG_MS, 1)));
      assertThat(List.of(link.answer().status(), link.answer().status()))
          .containsExactlyInAnyOrder(Status.FOUND, Status.INVALID);
      for (int i = 0; i < 50; i++) {
        link.send(batch(call("c1", i % 2 == 0 ? other : key, LONG_MS, 1)));
        assertThat(link.answer().status()).isEqualTo(i % 2 == 0 ? Status.ABSENT : Status.FOUND);
      }
      // Cancels of what is over, of what never was, and of another caller's.
      link.send(new CallBatch(ME, List.of(), List.of("c1", "never", "r2:c1")));
      link.send(batch(call("last", key, LONG_MS, 1)));
      assertThat(link.answer().id()).isEqualTo("last");
      assertThat(link.hasMore()).isFalse();
    }
    shouldAnswer();
  }

  /**
   * Something that ends a stream.
   *
   * @param end the gRPC status, or what else ends it
   */
  record BadStream(String name, String path, String type, List<Buffer> sent, String end) {
    @Override
    public String toString() {
      return name;
    }

    private static BadStream keys(String name, String end, Buffer... sent) {
      return new BadStream(name, RawLink.KEYS, RawLink.GRPC, List.of(sent), end);
    }
  }

  private static Buffer message(int flag, int length, byte[] body) {
    return Buffer.buffer().appendByte((byte) flag).appendInt(length).appendBytes(body);
  }

  private static Buffer calls(int count, Question question) {
    List<Call> calls =
        IntStream.range(0, count).mapToObj(i -> call("c" + i, question, 100, 1)).toList();
    return RawLink.framed(new CallBatch(ME, calls, List.of()));
  }

  static List<BadStream> streams() {
    Question key = new Question.OfKey("k");
    Buffer hello = RawLink.framed(batch());
    Buffer twin =
        RawLink.framed(new CallBatch(new Sender("r2", "run-1", false), List.of(), List.of()));
    Buffer gateway =
        RawLink.framed(
            new CallBatch(
                new Sender("g9", "run-1", true), List.of(call("c", key, 100, 1)), List.of()));
    List<String> cancels = IntStream.range(0, 4_097).mapToObj(i -> "c" + i).toList();
    return List.of(
        BadStream.keys("garbage", "3 ", message(0, 4, bytes("oops"))),
        BadStream.keys("a compressed message", "3 message: it is compressed", message(1, 4, PING)),
        BadStream.keys("5 MiB", "3 message: 5242880 bytes", message(0, 5 << 20, NOTHING)),
        BadStream.keys("4 GiB", "3 message: 4294967295 bytes", message(0, -1, NOTHING)),
        BadStream.keys("an empty message", "3 ", message(0, 0, NOTHING)),
        BadStream.keys("4,097 calls", "3 calls", calls(4_097, key)),
        BadStream.keys(
            "4,097 cancels", "3 cancels", RawLink.framed(new CallBatch(ME, List.of(), cancels))),
        BadStream.keys(
            "a malformed cancel",
            "3 ",
            RawLink.framed(new CallBatch(ME, List.of(), List.of("no spaces")))),
        BadStream.keys("another sender", "3 sender: is", hello, twin),
        BadStream.keys(
            "no name",
            "14 the sender's name must be",
            RawLink.framed(new CallBatch(new Sender("", "run-1", false), List.of(), List.of()))),
        BadStream.keys(
            "a name with a colon",
            "14 the sender's name must be",
            RawLink.framed(new CallBatch(new Sender("a:b", "run-1", false), List.of(), List.of()))),
        BadStream.keys("calls of a gateway", "14 a gateway sends no calls", gateway),
        new BadStream(
            "an unknown method",
            "/windsock.v1.Calls/Others",
            RawLink.GRPC,
            List.of(hello),
            "12 there is no"),
        new BadStream("no gRPC", RawLink.KEYS, "text/plain", List.of(hello), "HTTP 415"));
  }

  @ParameterizedTest
  @MethodSource("streams")
  void shouldEndABadStreamAlone(BadStream bad) throws Exception {
    Sender other = new Sender("other", "run-1", false);
    try (RawLink healthy = RawLink.keys(vertx, linkPort);
        RawLink link = new RawLink(vertx, linkPort, bad.path(), bad.type())) {
      healthy.send(new CallBatch(other, List.of(), List.of()));
      bad.sent().forEach(link::send);
      assertThat(link.end()).as(bad.name()).startsWith(bad.end());
      Call call = call("c1", new Question.OfKey(NUMBER), LONG_MS, 1);
      healthy.send(new CallBatch(other, List.of(call), List.of()));
      assertThat(healthy.answer().status()).isEqualTo(Status.FOUND);
    }
    shouldAnswer();
  }

  @Test
  void shouldTurnAwayOtherProtocolsAtThePortOfLinks() {
    assertThat(RawHttp.get(linkPort, "/v1/status").status()).isEqualTo(426);
    for (String text :
        List.of("\u0016\u0003\u0001 hello\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n")) {
      try (RawHttp http = new RawHttp(linkPort)) {
        http.send(text);
        while (!http.ended()) {
          // what it says before it ends the connection
        }
      }
    }
    shouldAnswer();
  }

  // Slow senders, half-open connections

  /** Opens all of them at the same time, so that they last while everything else happens. */
  private void openSlowConnections() throws IOException {
    int port = gateway.port();
    byte[] head = bytes("GET /v1/query/state/1 HTTP/1.1\r\nHost: localhost\r\nX: ");
    byte[] body =
        bytes(
            "POST /v1/updates/services HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
    byte[] x = bytes("x");
    slow.put("says nothing", new SlowConnection(port, NOTHING, NOTHING, DRIBBLE));
    slow.put("dribbles a head", new SlowConnection(port, head, x, DRIBBLE));
    slow.put("dribbles a body", new SlowConnection(port, body, x, DRIBBLE));
    slow.put("half a head, closed", new SlowConnection(port, head, NOTHING, DRIBBLE).halfClosed());
    slow.put("link: says nothing", new SlowConnection(linkPort, NOTHING, NOTHING, DRIBBLE));
    slow.put("link: dribbles HTTP/1", new SlowConnection(linkPort, head, x, DRIBBLE));
    slow.put("link: pings alone", new SlowConnection(linkPort, PREFACE, PING, DRIBBLE));
  }

  @Test
  void shouldEndSlowAndHalfOpenConnections() throws Exception {
    try (RawLink half = RawLink.keys(vertx, linkPort)) {
      half.send(RawLink.framed(batch())).send(message(0, 1_000, bytes("half a message")));
      assertThat(half.end()).startsWith("14 no batch for 5000 ms");
    }
    for (Map.Entry<String, SlowConnection> connection : slow.entrySet()) {
      Ending ending = connection.getValue().ending(PATIENCE);
      System.out.println(connection.getKey() + ": ended after " + ending.after());
      connection.getValue().close();
      if (connection.getKey().equals("dribbles a body")) {
        assertThat(ending.said()).contains("HTTP/1.1 408").contains("did not arrive within");
      }
    }
    shouldAnswer();
    await().until(() -> metric("windsock_http_connections") <= connections);
    await().until(() -> threads() <= threads + POOLED_THREADS);
  }

  /** Whatever came before, nothing of it is left. */
  private void shouldHaveNothingLeft() {
    await().until(() -> metric("windsock_gateway_streams") == 0);
    await().until(() -> metric("windsock_gateway_pending_calls") == 0);
    await().until(() -> metric("windsock_http_pending_requests") == 0);
    // Until they are fast again: other load on the machine passes, and what is left does not.
    await().untilAsserted(this::shouldBeAsFastAsBefore);
  }

  private void shouldBeAsFastAsBefore() {
    long afterMs = medianMs();
    System.out.println("half of the queries took " + usualMs + " ms, after all of it " + afterMs);
    assertThat(afterMs).isLessThanOrEqualTo(Math.max(100, 3 * usualMs));
  }

  /** Returns how long half of fifty queries take at most. */
  private long medianMs() {
    List<Long> tookMs = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long beganNs = System.nanoTime();
      shouldAnswer();
      tookMs.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs));
    }
    Collections.sort(tookMs);
    return tookMs.get(tookMs.size() / 2);
  }

  private static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  /** Returns the value of a metric, over all its labels. */
  private double metric(String name) {
    return gateway
        .metrics()
        .scrape()
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
