package io.windsock.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windsock.gateway.http.TestSiteServer.Mode;
import io.windsock.gateway.http.pass.PassBounds;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.platform.testing.RawHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(240)
class PassThroughTest {
  private static final int BIG = 64 << 20;

  private final TestSiteServer one = new TestSiteServer("m1");
  private final TestSiteServer two = new TestSiteServer("m2");
  private final TestGateway gateway =
      new TestGateway(TestGateway.LONG, one.address(), two.address());
  private final List<RawHttp> open = new ArrayList<>();

  @AfterEach
  void stop() {
    open.forEach(RawHttp::close);
    gateway.close();
    one.close();
    two.close();
  }

  private TestGateway impatient() {
    return new TestGateway(TestGateway.SHORT, one.address(), two.address());
  }

  private RawHttp subscribe(String... headers) {
    return subscribe(gateway, headers);
  }

  private RawHttp subscribe(TestGateway gateway, String... headers) {
    RawHttp http = new RawHttp(gateway.port());
    open.add(http);
    RawHttp.Answer head = http.ask("GET", "/v1/subscribe?view=all", headers);
    assertThat(head.status()).isEqualTo(200);
    return http;
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/views/arrivals?airport=EGLL&limit=5",
    "/v1/state/a%20b%2Fc?x=%C3%BC",
    "/v1/updates?after=T",
    "/board?view=all",
    "/board/board.js",
    "/webjars/d3-geo/dist/d3-geo.min.js"
  })
  void shouldPassTargetsAsTheyAre(String target) {
    RawHttp.Answer answer = gateway.get(target);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).startsWith(target + "\n");
    assertThat(answer.header("Windsock-Site")).isIn("m1", "m2");
  }

  @Test
  void shouldPassHeadersOfTheContentAndNoneOfTheConnection() {
    RawHttp.Answer answer =
        gateway.get(
            "/v1/views/all",
            "Accept",
            "application/json",
            "Last-Event-ID",
            "T0",
            "Authorization",
            "Bearer secret",
            "Cookie",
            "a=b",
            "X-Forwarded-For",
            "1.2.3.4",
            "Connection",
            "Accept, keep-alive",
            "Origin",
            "http://evil.example");
    assertThat(answer.text().toLowerCase(java.util.Locale.ROOT))
        .contains("accept: application/json")
        .contains("last-event-id: t0")
        .contains("via: 1.1 windsock-gateway")
        .doesNotContain("secret", "cookie", "x-forwarded-for", "origin");
    assertThat(answer.header("ETag")).isEqualTo("etag");
    assertThat(answer.header("Windsock-Token")).isEqualTo("T1");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("X-Hop")).isEmpty();
    assertThat(answer.header("Keep-Alive")).isEmpty();
    assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void shouldGrantOriginsItself() {
    RawHttp.Answer answer = gateway.get("/v1/views/all", "Origin", "http://other.example:8070");
    assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("http://other.example:8070");
    assertThat(answer.header("Access-Control-Expose-Headers")).contains("Windsock-Site");
  }

  @Test
  void shouldPassHeadAndUnchangedAnswers() {
    RawHttp.Answer whole = gateway.get("/board");
    RawHttp.Answer head = RawHttp.ask(gateway.port(), "HEAD", "/board");
    assertThat(head.status()).isEqualTo(200);
    assertThat(Integer.parseInt(head.header("Content-Length")))
        .isCloseTo(whole.body().length, org.assertj.core.data.Offset.offset(20));
    RawHttp.Answer unchanged = gateway.get("/board", "If-None-Match", "etag");
    assertThat(unchanged.status()).isEqualTo(304);
    assertThat(unchanged.header("ETag")).isEqualTo("etag");
  }

  @Test
  void shouldAnswerManyRequestsOnOneConnection() {
    try (RawHttp http = new RawHttp(gateway.port())) {
      for (int i = 0; i < 20; i++) {
        assertThat(http.ask("GET", "/v1/state/" + i).text()).startsWith("/v1/state/" + i);
        assertThat(http.ask("HEAD", "/board").status()).isEqualTo(200);
        assertThat(http.ask("GET", "/v1/status").status()).isEqualTo(200);
      }
    }
    await().until(() -> gateway.streams() == 0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"REFUSING", "SILENT"})
  void shouldAskTheNextSite(Mode mode) {
    one.mode = mode;
    try (TestGateway impatient = impatient()) {
      for (int i = 0; i < 8; i++) {
        RawHttp.Answer answer = impatient.get("/v1/views/all");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("Windsock-Site")).isEqualTo("m2");
      }
      // It was avoided after it had failed.
      assertThat(impatient.get("/v1/status").text()).containsPattern("\"failures\":[12]");
    }
  }

  @Test
  void shouldAskTheNextSiteInPlaceOfADeadOne() {
    one.close();
    for (int i = 0; i < 8; i++) {
      assertThat(gateway.get("/v1/views/all").header("Windsock-Site")).isEqualTo("m2");
    }
  }

  @Test
  void shouldSayWhatEachSiteDidIfNoneAnswers() {
    one.close();
    two.mode = Mode.REFUSING;
    RawHttp.Answer answer = gateway.get("/v1/views/all");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isEqualTo("1");
    assertThat(answer.text())
        .contains("m1 can't be reached")
        .contains("m2 answered 503")
        .contains("\"gateways\":[\"" + gateway.url());
    gateway.sites();
    assertThat(gateway.get("/v1/views/all").text()).contains("no site is ready");
    await().until(() -> gateway.streams() == 0);
  }

  @Test
  void shouldSpreadStreamsEvenly() {
    for (int i = 0; i < 10; i++) {
      subscribe();
    }
    await().until(() -> one.streams.get() + two.streams.get() == 10);
    assertThat(one.streams.get()).isEqualTo(5);
    assertThat(gateway.get("/v1/status").text()).contains("\"sites\":{\"m1\":5,\"m2\":5}");
    open.forEach(RawHttp::close);
    await().until(() -> one.streams.get() + two.streams.get() == 0 && gateway.streams() == 0);
  }

  @Test
  void shouldBoundStreams() {
    PassBounds two = TestGateway.LONG.withRequests(2, 64, Duration.ofMinutes(1));
    try (TestGateway small = new TestGateway(two, one.address());
        RawHttp first = new RawHttp(small.port())) {
      first.ask("GET", "/v1/subscribe");
      try (RawHttp second = new RawHttp(small.port())) {
        second.ask("GET", "/v1/subscribe");
        RawHttp.Answer third = small.get("/v1/views/all");
        assertThat(third.status()).isEqualTo(503);
        assertThat(third.header("Retry-After")).isEqualTo("5");
        assertThat(third.text()).contains("already passes 2 requests through, its maximum");
      }
      await().until(() -> small.get("/v1/views/all").status() == 200);
    }
  }

  @Test
  void shouldContinueAStreamElsewhereWithoutAGap() throws IOException {
    RawHttp http = subscribe();
    long seen = 0;
    while (seen < 20) {
      seen = next(http, seen);
    }
    TestSiteServer first = one.streams.get() == 1 ? one : two;
    first.close();
    seen = drained(http, seen);
    RawHttp again = subscribe("Last-Event-ID", Long.toString(seen));
    long end = seen + 20;
    while (seen < end) {
      seen = next(again, seen);
    }
  }

  /** Reads up to the next id, which must follow the last one. */
  private static long next(RawHttp http, long last) throws IOException {
    String line = http.line();
    while (!line.startsWith("id: ")) {
      line = http.line();
    }
    assertThat(Long.parseLong(line.substring(4))).isEqualTo(last + 1);
    return last + 1;
  }

  /** Reads to the end, which must be one of HTTP's, not a broken connection. */
  private static long drained(RawHttp http, long last) throws IOException {
    long seen = last;
    for (String line = http.line(); !line.equals("0"); line = http.line()) {
      if (line.startsWith("id: ")) {
        assertThat(Long.parseLong(line.substring(4))).isEqualTo(seen + 1);
        seen++;
      }
    }
    return seen;
  }

  @Test
  void shouldEndAStreamWhoseSiteIsSilent() throws IOException {
    one.quiet = true;
    two.quiet = true;
    try (TestGateway impatient = impatient()) {
      drained(subscribe(impatient), 0);
      await().until(() -> one.streams.get() + two.streams.get() == 0);
      await().until(() -> impatient.streams() == 0);
    }
  }

  @Test
  void shouldShowThatABodyIsIncomplete() {
    one.mode = Mode.BREAKING;
    two.mode = Mode.BREAKING;
    assertThatThrownBy(() -> gateway.get("/v1/views/all")).hasMessageContaining("900 bytes early");
    await().until(() -> gateway.streams() == 0);
  }

  @Test
  void shouldHoldBackASiteWhoseClientIsSlow() {
    TestGateway impatient = new TestGateway(TestGateway.SHORT, one.address());
    try (impatient;
        RawHttp http = new RawHttp(impatient.port())) {
      http.request("GET", "/v1/state/big-" + BIG);
      await().until(() -> one.sent.get() > 0);
      AtomicLong before = new AtomicLong(-1);
      await().pollInterval(Duration.ofMillis(200)).until(() -> isSteady(before));
      assertThat(before.get()).as("bytes between the site and its client").isLessThan(BIG / 4);
      // Longer than the bound of silence, which is not the site's here.
      await()
          .during(TestGateway.SHORT.silence().plusSeconds(1))
          .until(() -> impatient.streams() == 1);
      assertThat(http.answer(false).body()).hasSize(BIG);
      await().until(() -> impatient.streams() == 0);
    }
  }

  /** Returns whether the site has sent nothing since the last call. */
  private boolean isSteady(AtomicLong before) {
    long now = one.sent.get();
    return before.getAndSet(now) == now;
  }

  @Test
  void shouldLetPagesConnectToGatewaysInPlaceOfSites() {
    assertThat(gateway.get("/board").header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; connect-src 'self' "
                + gateway.url()
                + " http://other.example:8070; base-uri 'none'");
  }

  @Test
  void shouldListGatewaysInPlaceOfSites() {
    assertThat(gateway.get("/v1/sites").text())
        .contains("{\"url\":\"" + gateway.url() + "\",\"self\":true}")
        .contains("{\"url\":\"http://other.example:8070\",\"self\":false}");
  }

  @Test
  void shouldRefuseSitesWithoutAUrl() {
    assertThatThrownBy(() -> new SiteAddress("m1", "ftp://x")).hasMessageContaining("'ftp://x'");
  }
}
