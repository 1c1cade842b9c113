package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.position.Token;
import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Longer than a busy machine may stand still between two requests of a test. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  private static final Duration HEARTBEAT = Duration.ofMillis(300);

  private final FlightLog log = new FlightLog(2, 2, 10, List.of("EGLL"), () -> 1000);
  private final TestSite site =
      TestSite.start(
          "m1",
          1,
          2,
          new TestConfig()
              .connections(20, 4096, 64, IDLE)
              .times(HEARTBEAT, Duration.ofSeconds(5), Duration.ofMinutes(1))
              .streams(3, 256 << 10, 4 << 20)
              .build());

  LimitsTest() {
    site.apply(log.schedule());
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private static JsonNode refusal(RawHttp.Answer answer) {
    try {
      JsonNode body = JSON.readTree(answer.body());
      assertThat(body.path("error").asText()).isNotEmpty();
      assertThat(body.path("remedy").asText()).isNotEmpty();
      return body;
    } catch (IOException e) {
      throw new AssertionError(answer.text(), e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "/v1/views/arrivals, 400, airport",
        "/v1/views/arrivals?airport=, 400, 'airport'",
        "/v1/views/arrivals?airport=EGLL&airport=EGLL, 400, twice",
        "/v1/views/arrivals?airport=EGLL&colour=red, 400, 'colour'",
        "/v1/views/all?airport=EGLL, 400, 'airport'",
        "/v1/views/all?limit=0, 400, '0'",
        "/v1/views/all?limit=1000001, 400, '1000001'",
        "/v1/views/all?limit=many, 400, 'many'",
        "/v1/views/arrivals?airport=%00, 400, control",
        "/v1/views/nothing, 404, 'nothing'",
        "/v1/state/%ff, 400, UTF-8",
        "/v1/state/%4, 400, hexadecimal",
        "/v1/state/a%2, 400, hexadecimal",
        "/v1/state/nobody, 404, 'nobody'",
        "/v1/state/, 404, /v1/state/",
        "/v1/state/a/b, 404, /v1/state/a/b",
        "/v1/subscribe, 400, view",
        "/v1/subscribe?view=all&after=xyz, 400, 'xyz'",
        "/v1/subscribe?key=FL1&view=all, 400, 'view'",
        "/v1/updates?view=all, 400, position",
        "/v1/digest?verify=maybe, 400, 'maybe'",
        "/v1/sites?x=1, 400, 'x'",
        "/v2/sites, 404, /v2/sites",
        "/V1/sites, 404, /V1/sites",
        "/board/../../../etc/passwd, 404, passwd",
        "/board/%2e%2e%2fopenapi.yaml, 404, openapi.yaml",
        "/board/..%2f..%2fairline%2frules.yaml, 404, rules.yaml",
        "/board/README.md, 404, README.md",
        "/webjars/d3-geo/dist/..%2fpackage.json, 404, package.json",
        "/webjars/../dist/x.js, 404, '..'",
        "//evil, 404, //evil",
        "/a/b/c/d/e/f/g/h/i/j, 404, segments",
      })
  void shouldSayWhatIsWrong(String target, int status, String named) {
    RawHttp.Answer answer = RawHttp.get(site.port(), target);

    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(refusal(answer).get("error").asText()).contains(named);
  }

  @Test
  void shouldEscapeWhatAClientSays() {
    RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/views/%22%3Cscript%3E%0a%1b%5c");

    assertThat(answer.text()).contains("'\\\"<script>");
    assertThat(answer.text()).doesNotContain("\n").doesNotContain("\u001b");
    assertThat(refusal(answer).get("error").asText()).contains("'\"<script>");
  }

  @Test
  void shouldCutLongTextShort() {
    RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/views/" + "x".repeat(2000));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body().length).isLessThan(400);
  }

  @Test
  void shouldRefuseAKeyThatIsTooLong() {
    assertThat(RawHttp.get(site.port(), "/v1/state/" + "k".repeat(64)).status()).isEqualTo(404);
    RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/state/" + "k".repeat(65));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(refusal(answer).get("error").asText()).contains("64");
  }

  @Test
  void shouldRefuseALongRequestLineAndLongHeaders() {
    RawHttp.Answer line = RawHttp.get(site.port(), "/" + "x".repeat(5000));
    assertThat(line.status()).isEqualTo(414);
    refusal(line);
    RawHttp.Answer headers = RawHttp.get(site.port(), "/v1/sites", "Cookie", "x".repeat(20_000));
    assertThat(headers.status()).isEqualTo(431);
    refusal(headers);
  }

  @Test
  void shouldRefuseWhatIsNotHttp() {
    try (RawHttp http = new RawHttp(site.port())) {
      http.send("\u0016\u0003\u0001 hello\r\n\r\n");
      RawHttp.Answer answer = http.answer(false);
      assertThat(answer.status()).isEqualTo(400);
      refusal(answer);
      assertThat(http.ended()).isTrue();
    }
  }

  @Test
  void shouldRefuseABody() {
    for (String header : List.of("Content-Length: 3", "Transfer-Encoding: chunked")) {
      try (RawHttp http = new RawHttp(site.port())) {
        http.send("GET /v1/sites HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n");
        RawHttp.Answer answer = http.answer(false);
        assertThat(answer.status()).as(header).isEqualTo(400);
        assertThat(refusal(answer).get("error").asText()).contains("body");
      }
    }
    assertThat(RawHttp.ask(site.port(), "GET", "/v1/sites", "Content-Length", "0").status())
        .isEqualTo(200);
  }

  @Test
  void shouldNameTheMethodsThereAre() {
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW")) {
      RawHttp.Answer answer = RawHttp.ask(site.port(), method, "/v1/views/all");
      assertThat(answer.status()).as(method).isEqualTo(405);
      assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
      assertThat(refusal(answer).get("error").asText()).contains(method);
    }
    RawHttp.Answer stream = RawHttp.ask(site.port(), "POST", "/v1/subscribe");
    assertThat(stream.header("Allow")).isEqualTo("GET, OPTIONS");
  }

  @Test
  void shouldAnswerHeadWithoutABody() {
    for (String target :
        List.of("/v1/views/all", "/v1/state/FL1", "/v1/sites", "/board", "/health/live")) {
      try (RawHttp http = new RawHttp(site.port())) {
        RawHttp.Answer head = http.ask("HEAD", target);
        RawHttp.Answer get = http.ask("GET", target);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
      }
    }
  }

  @Test
  void shouldStateNoLengthOfABodyThatHasNotChanged() {
    for (String target : List.of("/v1/views/all", "/v1/state/FL1", "/board")) {
      try (RawHttp http = new RawHttp(site.port())) {
        String etag = http.ask("GET", target).header("ETag");
        for (String method : List.of("HEAD", "GET", "HEAD")) {
          RawHttp.Answer same = http.ask(method, target, "If-None-Match", etag);
          assertThat(same.status()).as(method + target).isEqualTo(304);
          assertThat(same.header("Content-Length")).as(method + target).isEmpty();
        }
      }
    }
  }

  @Test
  void shouldRefuseMoreConnectionsThanItMayHave() {
    List<RawHttp> open = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      RawHttp one = new RawHttp(site.port());
      open.add(one);
      assertThat(one.ask("GET", "/health/live").status()).isEqualTo(200);
    }
    RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/sites");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(refusal(answer).get("sites").get(0).asText()).isEqualTo(site.url());
    open.forEach(RawHttp::close);
    await().until(() -> RawHttp.get(site.port(), "/v1/sites").status() == 200);
  }

  @Test
  void shouldSayHowItDoesHoweverManyConnectionsItHas() {
    List<RawHttp> open = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      RawHttp one = new RawHttp(site.port());
      open.add(one);
      assertThat(one.ask("GET", "/v1/sites").status()).isEqualTo(200);
    }
    for (String path : List.of("/health/live", "/health/ready", "/health/serving", "/metrics")) {
      try (RawHttp probe = new RawHttp(site.port())) {
        assertThat(probe.ask("GET", path).status()).as(path).isEqualTo(200);
        assertThat(probe.ended()).as("closed after " + path).isTrue();
      }
    }
    open.forEach(RawHttp::close);
  }

  @Test
  void shouldRefuseMoreStreamsThanItMayHave() {
    site.peers(List.of("http://127.0.0.1:1"));
    try (SseStreams streams = new SseStreams()) {
      List<RowsClient> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        RowsClient client = new RowsClient(streams, "view=all");
        client.connect(site.url());
        await().until(client::isLive);
        clients.add(client);
      }
      RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/subscribe?view=all");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).isNotEmpty();
      assertThat(refusal(answer).get("sites")).hasSize(2);
      clients.get(0).disconnect();
      RowsClient next = new RowsClient(streams, "view=all");
      await()
          .until(
              () -> {
                if (next.isClosed()) {
                  next.connect(site.url());
                }
                return next.isLive();
              });
      assertThat(next.faults()).isEmpty();
    }
  }

  @Test
  void shouldCloseAConnectionThatSendsNoWholeRequest() {
    try (RawHttp silent = new RawHttp(site.port());
        RawHttp dripping = new RawHttp(site.port());
        RawHttp idle = new RawHttp(site.port())) {
      assertThat(idle.ask("GET", "/health/live").status()).isEqualTo(200);
      Thread drip =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 600; i++) {
                    dripping.send("G");
                    Thread.sleep(100); // as slow as the attack is
                  }
                } catch (InterruptedException | RuntimeException e) {
                  Thread.currentThread().interrupt(); // the connection was closed, as it should be
                }
              });
      drip.start();
      assertThat(silent.ended()).isTrue();
      assertThat(idle.ended()).isTrue();
      assertThat(dripping.ended()).isTrue();
      drip.interrupt();
    }
    await().untilAsserted(() -> assertThat(site.metric("windsock_http_connections")).isZero());
  }

  @Test
  void shouldNotCloseAStreamThatHasNothingToSay() {
    try (SseStreams streams = new SseStreams()) {
      RowsClient client = new RowsClient(streams, "view=arrivals&airport=NONE");
      client.connect(site.url());
      long enough = 3 * IDLE.toMillis() / 2 / HEARTBEAT.toMillis();
      await().until(() -> client.seen("heartbeat") > enough); // longer than the idle timeout
      assertThat(client.isLive()).isTrue();
      assertThat(client.faults()).isEmpty();
    }
  }

  @Test
  void shouldWaitForATokenAheadOfItForAWhile() {
    site.peers(List.of("http://127.0.0.1:1"));
    Token now = site.token();
    Token ahead = new Token(now.epoch(), new long[] {now.next(0) + 1, now.next(1)});
    try (SseStreams streams = new SseStreams()) {
      RowsClient client = new RowsClient(streams, "view=all").from("{\"rows\":[]}", "" + ahead);
      client.connect(site.url());
      await().until(client::isClosed);
      assertThat(client.status()).isEqualTo(503);
      assertThat(client.refused()).contains("behind").contains("http://127.0.0.1:1");

      client.connect(site.url());
      site.apply(List.of(log.status(0), log.status(2)));
      await().until(client::isLive);
      assertThat(client.status()).isEqualTo(200);
      assertThat(client.seen("resume")).isEqualTo(1);
    }
    assertThat(site.metric("windsock_sse_behind_requests_total")).isEqualTo(1);
  }

  @Test
  void shouldResetAClientOfAnotherEpochOrShape() {
    Token now = site.token();
    List<Token> others =
        List.of(new Token(now.epoch() + 1, now.offsets()), new Token(now.epoch(), new long[] {1}));
    try (SseStreams streams = new SseStreams()) {
      for (Token other : others) {
        RowsClient client = new RowsClient(streams, "view=all").from("{\"rows\":[]}", "" + other);
        client.connect(site.url());
        await().until(client::isLive);
        assertThat(client.seen("reset")).isEqualTo(1);
        assertThat(client.rows()).hasSize(10);
        assertThat(client.faults()).isEmpty();
      }
    }
  }

  @Test
  void shouldRefuseClientsUntilItIsReady() {
    site.peers(List.of("http://127.0.0.1:1/"));
    site.readiness(false, "12 % of the log");
    for (String target :
        List.of("/v1/state/FL1", "/v1/views/all", "/v1/subscribe?view=all", "/v1/digest")) {
      RawHttp.Answer answer = RawHttp.get(site.port(), target);
      assertThat(answer.status()).isEqualTo(503);
      assertThat(refusal(answer).get("error").asText()).contains("12 %");
      assertThat(refusal(answer).get("sites").get(1).asText()).isEqualTo("http://127.0.0.1:1");
      assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
    }
    assertThat(RawHttp.get(site.port(), "/health/ready").status()).isEqualTo(503);
    assertThat(RawHttp.get(site.port(), "/health/ready").text()).contains("12 %");
    assertThat(RawHttp.get(site.port(), "/health/live").status()).isEqualTo(200);
    site.readiness(true, "caught up");
    assertThat(RawHttp.get(site.port(), "/v1/views/all").status()).isEqualTo(200);
  }
}
