package io.windsock.gateway.http.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.gateway.http.TestGateway;
import io.windsock.gateway.http.TestSiteServer;
import io.windsock.gateway.http.TestSiteServer.Mode;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.testing.RawHttp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests wait for their turn to be passed to a site, and none is lost or keeps its turn. */
@Timeout(240)
class PassTurnsTest {
  private static final String VIEW = "/v1/views/all";
  private static final int REQUESTS = 40;

  /** Those that have a turn: one for each event loop. */
  private static final int ASKING = HttpService.LOOPS;

  private static final PassBounds ONE_TURN =
      TestGateway.LONG.withRequests(2 * REQUESTS, 1, Duration.ofMinutes(1));

  private final TestSiteServer site = new TestSiteServer("m1");
  private final List<RawHttp> clients = new ArrayList<>();

  @AfterEach
  void stop() {
    clients.forEach(RawHttp::close);
    site.close();
  }

  /** Sends the requests, each of which has a target of its own. */
  private void send(TestGateway gateway) {
    for (int i = 0; i < REQUESTS; i++) {
      RawHttp client = new RawHttp(gateway.port());
      clients.add(client);
      client.request("GET", VIEW + "?client=" + i);
    }
  }

  private void ask(TestGateway gateway) {
    send(gateway);
    await().until(() -> gateway.waiting() == REQUESTS - ASKING);
    await().until(() -> site.requests.get() >= ASKING); // it is also asked for its views
  }

  @Test
  void shouldAskSitesForFewAtOnce() {
    site.mode = Mode.SILENT;
    try (TestGateway gateway = new TestGateway(ONE_TURN, site.address())) {
      ask(gateway);
      assertThat(gateway.get("/v1/status").text())
          .contains("\"open\":" + REQUESTS + ",\"waiting\":" + (REQUESTS - ASKING))
          .contains("\"sites\":{\"m1\":" + ASKING + "}");

      clients.subList(REQUESTS / 2, REQUESTS).forEach(RawHttp::close);
      await().until(() -> gateway.streams() == REQUESTS / 2);
      assertThat(gateway.waiting()).as("none was passed").isEqualTo(REQUESTS / 2 - ASKING);
      clients.forEach(RawHttp::close);
      await().until(() -> gateway.streams() == 0);
      assertThat(gateway.waiting()).isZero();
      site.mode = Mode.ANSWERING;
      for (int i = 0; i < REQUESTS; i++) {
        assertThat(gateway.get("/v1/views/all").status()).isEqualTo(200);
      }
    }
  }

  /** It fails as many as have a turn at first, each of them once, however late they come. */
  @Test
  void shouldPassAllInTheEndAlsoIfTheSiteFailsThem() {
    Set<String> failed = ConcurrentHashMap.newKeySet();
    site.ignores =
        target -> target.startsWith(VIEW) && failed.size() < ASKING && failed.add(target);
    PassBounds bounds =
        ONE_TURN.withSites(Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ofSeconds(5));
    try (TestGateway gateway = new TestGateway(bounds, site.address())) {
      send(gateway);
      for (RawHttp client : clients) {
        assertThat(client.answer(false).status()).isEqualTo(200);
      }
      assertThat(failed).hasSizeGreaterThanOrEqualTo(ASKING);
      await().until(() -> gateway.streams() == 0);
      assertThat(gateway.waiting()).isZero();
    }
  }

  @Test
  void shouldAnswerAllIfTheirSiteDies() {
    site.mode = Mode.SILENT;
    try (TestGateway gateway = new TestGateway(ONE_TURN, site.address())) {
      ask(gateway);
      site.close();
      for (RawHttp client : clients) {
        assertThat(client.answer(false).status()).isEqualTo(503);
      }
      await().until(() -> gateway.streams() == 0);
      assertThat(gateway.waiting()).isZero();
    }
  }

  @Test
  void shouldAskTheSitesThatAreThereWhenTheTurnComes() {
    site.mode = Mode.SILENT;
    try (TestSiteServer other = new TestSiteServer("m2");
        TestGateway gateway = new TestGateway(ONE_TURN, site.address())) {
      ask(gateway);
      gateway.sites(other.address());
      site.close();
      int passed = 0;
      for (RawHttp client : clients) {
        passed += client.answer(false).status() == 200 ? 1 : 0;
      }
      assertThat(passed).isEqualTo(REQUESTS - ASKING);
    }
  }

  @Test
  void shouldRefuseWhatHasWaitedForTooLong() {
    site.mode = Mode.SILENT;
    PassBounds bounds = ONE_TURN.withRequests(2 * REQUESTS, 1, Duration.ofSeconds(3));
    try (TestGateway gateway = new TestGateway(bounds, site.address())) {
      send(gateway); // the first of them may be refused before the last
      String refused =
          "windsock_http_refused_requests_total{limit=\"turns\"} " + (REQUESTS - ASKING);
      await()
          .untilAsserted(() -> assertThat(gateway.get("/metrics").text()).contains(refused + "."));
      assertThat(gateway.waiting()).isZero();
      await().until(() -> gateway.streams() == ASKING);
      site.close(); // the others' turns end
      List<String> texts = new ArrayList<>();
      for (RawHttp client : clients) {
        RawHttp.Answer answer = client.answer(false);
        assertThat(answer.status()).isEqualTo(503);
        if (answer.text().contains("for its turn")) {
          assertThat(answer.header("Retry-After")).isEqualTo("5");
          texts.add(answer.text());
        }
      }
      assertThat(texts)
          .hasSize(REQUESTS - ASKING)
          .allMatch(text -> text.contains("the request waited 3000 ms for its turn"));
    }
  }
}
