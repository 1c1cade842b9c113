package io.windsock.site.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.testing.RawHttp;
import io.windsock.site.testing.TestSite;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may read answers from a page, and what pages may do. */
class OriginsTest {
  private static final String PEER = "http://mirror.example:8081";

  private final TestSite site = TestSite.start("m1", 1);

  OriginsTest() {
    site.peers(List.of(PEER + "/"));
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private String allowed(String origin) {
    RawHttp.Answer answer = RawHttp.get(site.port(), "/v1/sites", "Origin", origin);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Vary")).contains("origin");
    return answer.header("Access-Control-Allow-Origin");
  }

  @Test
  void shouldLetPagesOfTheSitesReadAnswers() {
    for (String origin :
        List.of(
            PEER, site.url(), "http://localhost:" + site.port(), "http://[::1]:" + site.port())) {
      assertThat(allowed(origin)).isEqualTo(origin);
    }
  }

  @Test
  void shouldLetItsOwnPagesReadAnswersByWhateverNameItIsReached() {
    site.advertisedUrl("http://m1.example:8080");
    for (String origin : List.of("http://m1.example:8080", site.url(), PEER)) {
      assertThat(allowed(origin)).isEqualTo(origin);
    }
    assertThat(allowed("http://m1.example:8081")).isEmpty();
    assertThat(RawHttp.get(site.port(), "/board").header("Content-Security-Policy"))
        .contains("connect-src 'self' http://m1.example:8080 " + PEER + ";");
  }

  @Test
  void shouldLetNoOtherPageReadAnswers() {
    for (String origin :
        List.of(
            "http://evil.example",
            "https://mirror.example:8081",
            "http://mirror.example:8082",
            "http://mirror.example:8081.evil.example",
            "http://localhost:1",
            "null",
            "%%%")) {
      assertThat(allowed(origin)).isEmpty();
    }
  }

  private int called(String host) {
    try (RawHttp http = new RawHttp(site.port())) {
      http.send("GET /v1/views/all HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      return http.answer(false).status();
    }
  }

  @Test
  void shouldAnswerByNamesThatNoOneElseCanMakeLeadHere() {
    String port = ":" + site.port();
    for (String host :
        List.of(
            "localhost",
            "LOCALHOST" + port,
            "board.localhost" + port,
            "127.0.0.1" + port,
            "[::1]" + port,
            "192.0.2.7",
            "mirror.example")) {
      assertThat(called(host)).as(host).isEqualTo(200);
    }
  }

  /** A page whose name leads to this machine is of the site's origin, but for that name. */
  @Test
  void shouldAnswerNoPageWhoseNameWasMadeToLeadHere() {
    for (int i = 0; i < 2; i++) {
      assertThat(called("localhost")).isEqualTo(200);
      for (String host :
          List.of(
              "evil.example",
              "evil.example:" + site.port(),
              "localhost.evil.example",
              "127.0.0.1.evil.example",
              "127.0.0.1@evil.example",
              "mirror.example.evil.example",
              "%%%",
              "")) {
        assertThat(called(host)).as(host).isEqualTo(421);
      }
    }
  }

  @Test
  void shouldAnswerACachedViewByItsOrigin() {
    for (int i = 0; i < 2; i++) {
      RawHttp.Answer peer = RawHttp.get(site.port(), "/v1/views/all", "Origin", PEER);
      assertThat(peer.header("Access-Control-Allow-Origin")).isEqualTo(PEER);
      assertThat(peer.header("Access-Control-Expose-Headers")).contains("Windsock-Token");
      RawHttp.Answer evil = RawHttp.get(site.port(), "/v1/views/all", "Origin", "http://e.example");
      assertThat(evil.header("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @Test
  void shouldAnswerAPreflight() {
    RawHttp.Answer answer =
        RawHttp.ask(
            site.port(),
            "OPTIONS",
            "/v1/views/all",
            "Origin",
            PEER,
            "Access-Control-Request-Method",
            "GET");
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo(PEER);
    assertThat(answer.header("Access-Control-Allow-Methods")).isEqualTo("GET, HEAD");
  }

  @Test
  void shouldTellPagesWhatTheyMayDo() {
    RawHttp.Answer board = RawHttp.get(site.port(), "/board?airport=EGLL");
    assertThat(board.status()).isEqualTo(200);
    assertThat(board.header("Content-Security-Policy"))
        .contains("default-src 'none'")
        .contains("script-src 'self'")
        .contains("connect-src 'self' " + site.url() + " " + PEER + ";");
    assertThat(board.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(board.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(
            RawHttp.get(site.port(), "/webjars/d3-geo/dist/d3-geo.min.js").header("Cache-Control"))
        .contains("max-age");
  }
}
