package io.windsock.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.platform.testing.RawHttp;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class QueryTest {
  private final TestSiteServer site = new TestSiteServer("m1");
  private final TestGateway gateway = new TestGateway(TestGateway.LONG, site.address());

  @BeforeEach
  void fill() {
    gateway.calls.put("0800-1", "{\"key\":\"0800-1\"}");
    gateway.calls.put("a b/ü", "{\"key\":\"odd\"}");
    gateway.calls.put("long", "[" + "1234567,".repeat(4000) + "1]");
  }

  @AfterEach
  void stop() {
    gateway.close();
    site.close();
  }

  private Call last() {
    return gateway.calls.asked.get(gateway.calls.asked.size() - 1);
  }

  @Test
  void shouldAnswerAQueryForAKey() {
    RawHttp.Answer answer = gateway.get("/v1/query/state/0800-1");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("{\"key\":\"0800-1\"}");
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    assertThat(answer.header("Windsock-Site")).isEqualTo("m1");
    assertThat(answer.header("Windsock-Token")).isEqualTo(MemoryCalls.AT.toString());
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    assertThat(answer.header("Request-Id")).matches("h[0-9a-z]+-[0-9a-z]+:[0-9a-z]+");
    assertThat(last().remainingMs()).isEqualTo(100);
    assertThat(last().copies()).isEqualTo(1);
    assertThat(last().since()).isNull();
  }

  @Test
  void shouldHandOnDeadlineAndPosition() {
    Token seen = new Token(7, new long[] {9, 21});
    RawHttp.Answer answer =
        gateway.get(
            "/v1/query/state/0800-1",
            "Deadline-Ms",
            "60000",
            "Request-Id",
            "switch-1:42",
            "Windsock-Token",
            seen.toString());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Request-Id")).isEqualTo("switch-1:42");
    assertThat(last().remainingMs()).isEqualTo(60_000);
    assertThat(last().since()).isEqualTo(seen);
  }

  @Test
  void shouldDecodeAKey() {
    assertThat(gateway.get("/v1/query/state/a%20b%2F%C3%BC").status()).isEqualTo(200);
    assertThat(last().question()).isEqualTo(new Question.OfKey("a b/ü"));
  }

  @Test
  void shouldAnswerAQueryForAView() {
    await()
        .untilAsserted(
            () -> assertThat(gateway.get("/v1/query/views/all").status()).isEqualTo(200));
    RawHttp.Answer answer = gateway.get("/v1/query/views/arrivals?airport=EGLL&limit=5");
    assertThat(answer.text()).isEqualTo("{\"view\":\"arrivals\",\"group\":\"EGLL\"}");
    assertThat(last().question()).isEqualTo(new Question.OfView("arrivals", "EGLL", 5));
    assertThat(gateway.get("/v1/query/views/all").status()).isEqualTo(200);
    assertThat(last().question()).isEqualTo(new Question.OfView("all", "", Integer.MAX_VALUE));

    refused(gateway.get("/v1/query/views/arrivals"), 400, "needs the parameter 'airport'");
    refused(gateway.get("/v1/query/views/none"), 404, "the views are all, arrivals");
    refused(gateway.get("/v1/query/views/all?airport=EGLL"), 400, "unknown query parameter");
    refused(gateway.get("/v1/query/views/all?limit=0"), 400, "limit '0'");
    refused(gateway.get("/v1/query/views/all?limit=2147483647"), 400, "limit");
    refused(gateway.get("/v1/query/views/all?limit=x"), 400, "limit 'x'");
    refused(gateway.get("/v1/query/views/all?limit=1&limit=2"), 400, "given twice");
  }

  @Test
  void shouldNotGuessViewsThatNoSiteHasListed() {
    try (TestGateway alone = new TestGateway(TestGateway.LONG)) {
      RawHttp.Answer answer = alone.get("/v1/query/views/all");
      refused(answer, 503, "the views are not known yet");
      assertThat(answer.header("Retry-After")).isEqualTo("1");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ABSENT, 404, ''",
    "INVALID, 400, ''",
    "BUSY, 503, 2",
    "BEHIND, 503, 1",
    "LATE, 504, ''",
    "FAILED, 502, ''",
    "NO-SITE, 503, 1"
  })
  void shouldTurnOutcomesIntoStatuses(String key, int status, String retryAfter) {
    RawHttp.Answer answer = gateway.get("/v1/query/state/" + key, "Request-Id", "q1");
    refused(answer, status, "the error of");
    assertThat(answer.header("Retry-After")).isEqualTo(retryAfter);
    assertThat(answer.header("Request-Id")).isEqualTo("q1");
    assertThat(answer.header("Windsock-Site")).isEqualTo(key.equals("NO-SITE") ? "" : "m1");
    assertThat(answer.header("Windsock-Token").isEmpty()).isEqualTo(!key.equals("ABSENT"));
    assertThat(answer.text().contains("\"gateways\":[\"" + gateway.url())).isEqualTo(status == 503);
  }

  @Test
  void shouldAnswer504AfterTheDeadline() {
    gateway.calls.delayMs = 20;
    refused(gateway.get("/v1/query/state/0800-1", "Deadline-Ms", "5"), 504, "LATE");
  }

  @Test
  void shouldAnswerHeadWithoutABody() {
    RawHttp.Answer answer = RawHttp.ask(gateway.port(), "HEAD", "/v1/query/state/0800-1");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Length")).isEqualTo("16");
    assertThat(answer.header("Windsock-Site")).isEqualTo("m1");
  }

  @Test
  void shouldCompressLongAnswersOnRequest() throws IOException {
    RawHttp.Answer plain = gateway.get("/v1/query/state/long");
    RawHttp.Answer gzip = gateway.get("/v1/query/state/long", "Accept-Encoding", "gzip");
    assertThat(gzip.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(gzip.body().length).isLessThan(plain.body().length / 10);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(plain.body());
    }
    assertThat(
            gateway
                .get("/v1/query/state/0800-1", "Accept-Encoding", "gzip")
                .header("Content-Encoding"))
        .isEmpty();
  }

  /** Each of them is bytes of its own until its client has read it. */
  @Test
  void shouldRefuseLongAnswersWhileClientsLeaveTooMuchUnread() {
    String big = "/v1/query/state/big";
    gateway.calls.put("big", "x".repeat(4 << 20));
    List<RawHttp> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < 16; i++) {
        RawHttp http = new RawHttp(gateway.port());
        stalled.add(http);
        http.request("GET", big, "Deadline-Ms", "60000", "Request-Id", "stalled-" + i);
      }
      await().until(() -> gateway.unreadBytes() == 64 << 20);
      for (String form : List.of("gzip", "identity")) {
        RawHttp.Answer refused =
            gateway.get(big, "Accept-Encoding", form, "Deadline-Ms", "60000", "Request-Id", "q1");
        refused(refused, 503, "67108864 bytes of long answers unread");
        assertThat(refused.text()).contains("GET the path without /query");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.header("Request-Id")).isEqualTo("q1");
      }
      assertThat(gateway.get("/v1/query/state/0800-1").status()).isEqualTo(200);
      assertThat(gateway.get("/v1/query/state/long").status()).isEqualTo(200);
    } finally {
      stalled.forEach(RawHttp::close);
    }
    await().until(() -> gateway.unreadBytes() == 0);
    for (String form : List.of("gzip", "identity")) {
      RawHttp.Answer answer = gateway.get(big, "Accept-Encoding", form, "Deadline-Ms", "60000");
      assertThat(answer.status()).isEqualTo(200);
    }
    assertThat(RawHttp.ask(gateway.port(), "HEAD", big, "Deadline-Ms", "60000").status())
        .isEqualTo(200);
    await().until(() -> gateway.unreadBytes() == 0);
  }

  @Test
  void shouldRefuseTheIdOfAPendingQuery() {
    gateway.calls.delayMs = 6_000;
    try (RawHttp first = new RawHttp(gateway.port())) {
      first.request("GET", "/v1/query/state/0800-1", "Request-Id", "same", "Deadline-Ms", "60000");
      await().until(() -> gateway.calls.pending() == 1);
      refused(
          gateway.get("/v1/query/state/0800-1", "Request-Id", "same"), 409, "'same' is pending");
      assertThat(gateway.calls.asked).hasSize(1);
      assertThat(first.answer(false).status()).isEqualTo(200);
    }
    gateway.calls.delayMs = 1;
    assertThat(gateway.get("/v1/query/state/0800-1", "Request-Id", "same").status()).isEqualTo(200);
  }

  /** The wire's ids differ whatever clients choose, so that no late answer is taken for another. */
  @Test
  void shouldGiveEachCallAnIdOfItsOwn() {
    try (RawHttp http = new RawHttp(gateway.port())) {
      for (int i = 0; i < 3; i++) {
        assertThat(http.ask("GET", "/v1/query/state/0800-1", "Request-Id", "same").status())
            .isEqualTo(200);
      }
    }
    assertThat(gateway.calls.ids()).hasSize(3);
  }

  @Test
  void shouldDropTheCallsOfAClientThatLeaves() {
    gateway.calls.delayMs = 50_000;
    try (RawHttp http = new RawHttp(gateway.port())) {
      http.request("GET", "/v1/query/state/0800-1", "Request-Id", "mine", "Deadline-Ms", "60000");
      await().until(() -> gateway.calls.pending() == 1);
    }
    await().until(() -> gateway.calls.left.size() == 1);
    await().until(() -> gateway.calls.pending() == 0);
    gateway.calls.delayMs = 1;
    assertThat(gateway.get("/v1/query/state/0800-1", "Request-Id", "mine").status()).isEqualTo(200);
  }

  @Test
  void shouldTellOfEachConnectionThatIsClosed() {
    for (int i = 0; i < 5; i++) {
      assertThat(gateway.get("/v1/query/state/0800-1").status()).isEqualTo(200);
    }
    await().until(() -> gateway.calls.left.size() == 5);
    Set<String> callers = new HashSet<>(gateway.calls.left);
    assertThat(callers).hasSize(5).allMatch(name -> name.length() <= Call.MAX_CALLER_CHARS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "60001", "99999999999", "1e3", "1.5", " ", "+5", "0x10", "١", "ten"})
  void shouldRefuseAbsurdDeadlines(String deadline) {
    refused(gateway.get("/v1/query/state/0800-1", "Deadline-Ms", deadline), 400, "Deadline-Ms");
    assertThat(gateway.calls.asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "ä", "'", "$(x)", "{}", ","})
  void shouldRefuseMalformedIds(String id) {
    refused(gateway.get("/v1/query/state/0800-1", "Request-Id", id), 400, "Request-Id");
    assertThat(gateway.calls.asked).isEmpty();
  }

  @Test
  void shouldRefuseLongIds() {
    String most = "x".repeat(64);
    assertThat(gateway.get("/v1/query/state/0800-1", "Request-Id", most).status()).isEqualTo(200);
    refused(gateway.get("/v1/query/state/0800-1", "Request-Id", most + "x"), 400, "1 to 64");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "A", "AAAA", "null", "%00", "A!!!!"})
  void shouldRefuseWhatIsNoPosition(String token) {
    refused(gateway.get("/v1/query/state/0800-1", "Windsock-Token", token), 400, "is not a token");
    assertThat(gateway.calls.asked).isEmpty();
  }

  @Test
  void shouldRefuseHeadersGivenTwice() {
    for (String name : List.of("Deadline-Ms", "Request-Id", "Windsock-Token")) {
      refused(
          gateway.get("/v1/query/state/0800-1", name, "1", name, "2"), 400, "2 headers " + name);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/query/state/, 404",
    "/v1/query/state, 404",
    "/v1/query/state/a/b, 404",
    "/v1/query/state/0800-1?x=1, 400",
    "/v1/query/state/%, 400",
    "/v1/query/state/%FF, 400",
    "/v1/query/state/a#b, 400",
    "/v1/query/views/, 404",
    "/v1/query/, 404",
    "/v1/nothing, 404",
    "/v1/sites/m1/drain, 405",
    "/v1/snapshot, 404",
    "/v1/digest, 404",
    "*, 400",
    "http://evil.example/v1/status, 400"
  })
  void shouldRefuseOtherTargets(String target, int status) {
    refused(gateway.get(target), status, "");
  }

  @Test
  void shouldRefuseALongKey() {
    refused(gateway.get("/v1/query/state/" + "k".repeat(1025)), 400, "longer than 1024 bytes");
    assertThat(gateway.get("/v1/query/state/" + "k".repeat(9000)).status()).isEqualTo(414);
  }

  @Test
  void shouldRefuseOtherMethodsBodiesAndForms() {
    String state = "/v1/query/state/0800-1";
    RawHttp.Answer put = RawHttp.ask(gateway.port(), "PUT", state);
    refused(put, 405, "has no method 'PUT'");
    assertThat(put.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    refused(gateway.get(state, "Content-Length", "5"), 400, "has a body");
    refused(gateway.get(state, "Accept", "application/avro"), 406, "JSON");
    assertThat(gateway.get(state, "Accept", "text/html, */*;q=0.1").status()).isEqualTo(200);
    assertThat(RawHttp.ask(gateway.port(), "OPTIONS", state).status()).isEqualTo(204);
  }

  private static void refused(RawHttp.Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.text()).contains("\"error\":").contains("\"remedy\":").contains(error);
  }
}
