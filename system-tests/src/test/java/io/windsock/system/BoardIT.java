package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.embedded.FreePort;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.site.Site;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.Views;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The board in a real browser, from events on source topics to what is seen. Each test has an
 * airport of its own. Skipped where Debian's packages chromium and chromium-driver are absent.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class BoardIT {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

  /** From when on the board makes room for a flight that has come to its gate. */
  private static final Duration PAST = Duration.ofMinutes(20);

  private static final String NO_BROWSER =
      "no chromium and chromedriver on the PATH: apt-get install chromium chromium-driver";

  private static final String EVIL =
      "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>";

  private static Browser browser;
  private static BoardCluster cluster;
  private static Site central;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    browser = Browser.start();
    if (browser == null) {
      System.out.println("skipped: " + NO_BROWSER); // Maven's output does not tell why
      return;
    }
    cluster = BoardCluster.start(folder);
    central = cluster.site(SiteRole.CENTRAL, "central", 0);
    browser.awaiting("ready", () -> central.progress().phase().ready());
  }

  /** Not before all: then there would be no test to be reported as skipped. */
  @BeforeEach
  void assumeABrowser() {
    assumeTrue(browser != null, NO_BROWSER);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (central != null) {
      central.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void shouldSayNothingInTheConsole() {
    if (browser != null) {
      browser.open("about:blank");
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static void open(String query) {
    browser.open(central.url() + "/board?" + query);
    browser.awaitState("live");
  }

  private static Map<String, Object> arrival(String flight, String airport, String status) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("status", status);
    fields.put("flightNumber", flight);
    fields.put("origin", "CYYZ");
    fields.put("originName", "Toronto Pearson");
    fields.put("destination", airport);
    fields.put("scheduledArrival", cluster.after(Duration.ofMinutes(1)));
    return fields;
  }

  private static void position(String key, double latitude, double longitude) throws Exception {
    cluster.send(
        key,
        "FlightPosition",
        Map.of("latitude", latitude, "longitude", longitude, "trackDeg", 45f, "onGround", false));
  }

  private static Map<String, String> row(String key) {
    browser.await("document.querySelector(`#rows tr[data-key=\"${arguments[0]}\"]`)", key);
    return browser.rows().get(key);
  }

  @Test
  void shouldShowWhatIsKnownOfAFlight() throws Exception {
    Map<String, Object> arrival = arrival("WS101", "XSHW", "LANDED");
    Instant scheduled = cluster.after(Duration.ofMinutes(30));
    arrival.putAll(Map.of("terminal", "2", "gate", "B7", "belt", "11", "reason", "strong winds"));
    arrival.put("scheduledArrival", scheduled);
    arrival.put("estimatedArrival", scheduled.plusSeconds(25 * 60));
    cluster.send("SHOW-1", "FlightStatus", arrival);

    open("airport=xshw");

    assertThat(browser.text("h1")).isEqualTo("Arrivals");
    assertThat(browser.text("#value")).isEqualTo("XSHW");
    String time = CLOCK.format(scheduled.plusSeconds(25 * 60)) + " " + CLOCK.format(scheduled);
    assertThat(row("SHOW-1"))
        .containsEntry("time", time)
        .containsEntry("flight", "WS101")
        .containsEntry("place", "Toronto Pearson CYYZ")
        .containsEntry("terminal", "2")
        .containsEntry("gate", "B7")
        .containsEntry("belt", "11")
        .containsEntry("status", "Landed strong winds")
        .containsEntry("is", "LANDED");
    assertThat(browser.text("#count")).isEqualTo("1 flight");
    assertThat(browser.text("#site")).contains("central");
    assertThat(browser.text(".clock")).as("the clock is the feed's").endsWith("event time, UTC");
  }

  @Test
  void shouldFlashWhatHasChanged() throws Exception {
    cluster.send("FLASH-1", "FlightStatus", arrival("WS201", "XFLA", "OFF"));
    cluster.send("FLASH-2", "FlightStatus", arrival("WS202", "XFLA", "OFF"));
    open("airport=XFLA");
    assertThat(row("FLASH-1")).containsEntry("gate", "");
    row("FLASH-2");
    assertThat(browser.flashing("FLASH-1")).isEmpty();

    cluster.send("FLASH-1", "FlightStatus", Map.of("status", "OFF", "gate", "C12"));

    browser.awaiting("gate", () -> row("FLASH-1").get("gate").equals("C12"));
    assertThat(browser.flashing("FLASH-1")).isEqualTo(List.of("gate"));
    assertThat(browser.flashing("FLASH-2")).isEmpty();
  }

  @Test
  void shouldMoveAircraftOnTheMap() throws Exception {
    cluster.send("MOVE-1", "FlightStatus", arrival("WS301", "XMOV", "OFF"));
    position("MOVE-1", 51.40, -0.50);
    open("airport=XMOV");
    browser.awaiting("an aircraft", () -> browser.aircraft() != null);
    double[] before = browser.aircraft();
    assertThat(browser.text("#map-note")).isEqualTo("1 aircraft");

    cluster.after(Duration.ofSeconds(30));
    position("MOVE-1", 51.60, -0.10);

    browser.awaiting("movement", () -> browser.aircraft()[0] > before[0] + 20);
    assertThat(browser.aircraft()[1]).as("north is up").isLessThan(before[1] - 10);
  }

  @Test
  void shouldMarkAFlightThatFellSilent() throws Exception {
    cluster.send("STALE-1", "FlightStatus", arrival("WS401", "XSTA", "OFF"));
    position("STALE-1", 50, -5);
    open("airport=XSTA");
    row("STALE-1");
    assertThat(browser.holds("document.querySelector('tr.stale')")).isFalse();

    cluster.send("STALE-2", "FlightStatus", arrival("WS402", "XSTA", "OFF"));
    row("STALE-2");
    assertThat(browser.holds("document.querySelector('tr.stale')")).isFalse();

    cluster.after(Duration.ofMinutes(2));
    cluster.send("STALE-2", "FlightStatus", Map.of("status", "OFF", "gate", "A1"));

    browser.await("document.querySelector('tr.stale[data-key=STALE-1]')");
    assertThat(browser.holds("document.querySelector('tr.stale[data-key=STALE-2]')")).isFalse();

    position("STALE-1", 50.1, -5);
    browser.await("!document.querySelector('tr.stale')");
  }

  @Test
  void shouldShowMarkupAsText() throws Exception {
    Map<String, Object> arrival = arrival(EVIL, "XEVL", "DELAYED");
    for (String field : List.of("gate", "belt", "terminal", "reason", "originName", "origin")) {
      arrival.put(field, EVIL);
    }
    cluster.send("EVIL-1", "FlightStatus", arrival);
    position("EVIL-1", 50, -5);

    open("airport=XEVL");

    Map<String, String> shown = row("EVIL-1");
    assertThat(shown.get("flight")).isEqualTo(EVIL);
    assertThat(shown.get("gate")).isEqualTo(EVIL);
    assertThat(shown.get("place")).isEqualTo(EVIL + " " + EVIL);
    assertThat(shown.get("status")).contains(EVIL);
    browser.awaiting("an aircraft", () -> browser.aircraft() != null);
    assertThat(browser.holds("document.querySelector('#rows img, #rows script')")).isFalse();
    assertThat(browser.holds("window.hacked")).isFalse();
  }

  @Test
  void shouldRefuseWhatCanNotBe() {
    for (String query :
        List.of(
            "airport=XX",
            "airport=TOOLONG",
            "airport=" + URLEncoder.encode(EVIL, StandardCharsets.UTF_8),
            "airport=EG%00L",
            "airport=EGLL&view=toString",
            "airport=EGLL&view=nowhere",
            "airport=EGLL&tz=Mars/Olympus")) {
      browser.open(central.url() + "/board?" + query);
      browser.awaitState("refused");
      assertThat(browser.text("[role=alert]")).as(query).contains("can’t be");
      assertThat(browser.holds("window.hacked || document.querySelector('img')")).isFalse();
      assertThat(
              browser.holds(
                  "performance.getEntriesByType('resource')"
                      + ".some(({ name }) => name.includes('/v1/subscribe'))"))
          .as("asks for flights all the same")
          .isFalse();
    }
  }

  @Test
  void shouldShowWhyTheSiteRefuses() {
    open("airport=XREF");
    browser.ask(
        """
        import('/board/feed.js').then(({ Feed }) => {
          window.said = [];
          const on = { state: (...what) => window.said.push(what) };
          new Feed(new URLSearchParams({ view: 'tides' }), on).open();
        });
        """);
    browser.await("window.said?.some(([state]) => state === 'refused')");
    assertThat(String.valueOf(browser.ask("return window.said"))).contains("no view 'tides'");
    assertThat(browser.errors()).isNotEmpty().allMatch(line -> line.contains("status of 404"));
  }

  @Test
  void shouldSayThatNothingIsThereYet() throws Exception {
    open("airport=XNIL");
    assertThat(browser.text("#empty")).contains("XNIL");
    cluster.send("NIL-1", "FlightStatus", arrival("WS501", "XNIL", "SCHEDULED"));
    row("NIL-1");
    browser.await("document.getElementById('empty').hidden");
  }

  @Test
  void shouldSayThatNoNewsCome() throws Exception {
    cluster.send("QUIET-1", "FlightStatus", arrival("WS601", "XQUI", "OFF"));
    browser.open(central.url() + "/board?airport=XQUI&quiet=2");
    browser.awaitState("quiet");
    assertThat(browser.text("#connection")).contains("no news");
    browser.ask(
        """
        const connection = document.getElementById('connection');
        window.states = [];
        new MutationObserver(() => window.states.push(connection.dataset.state))
          .observe(connection, { attributeFilter: ['data-state'] });
        """);
    cluster.send("QUIET-1", "FlightStatus", Map.of("status", "OFF", "gate", "A2"));
    browser.await("window.states.includes('live')"); // until it is quiet again
  }

  @Test
  void shouldTurnPagesAsAKiosk() throws Exception {
    for (int i = 0; i < 40; i++) {
      cluster.send("KIOSK-" + i, "FlightStatus", arrival("WS7" + i, "XKIO", "OFF"));
    }
    open("airport=XKIO");
    browser.await("document.querySelectorAll('#rows tr').length === 40");
    assertThat(browser.holds("document.querySelector('nav').offsetHeight > 0")).isTrue();

    open("airport=XKIO&kiosk=1");
    assertThat(browser.holds("document.querySelector('nav').offsetHeight > 0")).isFalse();
    Map<String, Map<String, String>> first = new TreeMap<>();
    browser.awaiting(
        "a page",
        () -> {
          first.putAll(browser.rows());
          return !first.isEmpty();
        });
    assertThat(first).hasSizeLessThan(40);
    String cut =
        "[...document.querySelectorAll('#rows tr')].some((tr) => tr.getBoundingClientRect().bottom"
            + " > document.querySelector('.list').getBoundingClientRect().bottom)";
    assertThat(browser.holds(cut)).as("a row is cut off").isFalse();
    Map<String, Map<String, String>> seen = new TreeMap<>();
    browser.awaiting(
        "all flights in turn",
        () -> {
          seen.putAll(browser.rows());
          return seen.size() == 40;
        });

    browser.ask("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k' }))");
    browser.await("document.querySelectorAll('#rows tr').length === 40");
    assertThat(browser.holds("document.querySelector('nav').offsetHeight > 0")).isTrue();
  }

  @Test
  void shouldSayThatTheConnectionIsLostAndComeBack() throws Exception {
    int port = FreePort.any();
    Site alone = cluster.site(SiteRole.CENTRAL, "alone", port);
    try {
      browser.awaiting("ready", () -> alone.progress().phase().ready());
      cluster.send("LOST-1", "FlightStatus", arrival("WS801", "XLOS", "OFF"));
      browser.open(alone.url() + "/board?airport=XLOS");
      browser.awaitState("live");
      assertThat(row("LOST-1")).containsEntry("gate", "");
      browser.ask("window.samePage = true");
    } finally {
      alone.close();
    }
    browser.awaitState("lost");
    assertThat(browser.text("#connection")).contains("no connection");
    assertThat(browser.rows()).as("what is known stays").hasSize(1);

    cluster.send("LOST-1", "FlightStatus", Map.of("status", "LANDED", "gate", "D4"));
    try (Site again = cluster.site(SiteRole.CENTRAL, "alone", port)) {
      browser.awaitState("live");
      browser.awaiting("the gate", () -> row("LOST-1").get("gate").equals("D4"));
      assertThat(browser.holds("window.samePage")).isTrue();
      assertThat(again.progress().phase().ready()).isTrue();
    }
  }

  @Test
  void shouldGoOnAtAnotherSiteFromItsPosition() throws Exception {
    Site first = cluster.site(SiteRole.MIRROR, "mirror-1", 0);
    try (Site second = cluster.site(SiteRole.MIRROR, "mirror-2", 0)) {
      BoardCluster.Sample sample;
      try {
        first.peers(List.of(second.url()));
        second.peers(List.of(first.url()));
        browser.awaiting("ready", () -> first.progress().phase().ready());
        browser.awaiting("ready", () -> second.progress().phase().ready());
        sample = cluster.replaySample(Duration.ofHours(1), new Speed(60));
        browser.open(first.url() + "/board?airport=EGLL");
        browser.awaitState("live");
        browser.await("document.querySelectorAll('#rows tr').length > 20");
        browser.await("!document.getElementById('map-note').innerText.startsWith('no')");
        browser.ask("window.samePage = true");
        sample.replay().setSpeed(new Speed(1)); // it is not to end before the browser goes on
      } finally {
        first.close();
      }
      browser.await("document.getElementById('site').innerText.includes('mirror-2')");
      assertThat(sample.acked()).as("the replay was over too soon to tell").isNotDone();
      sample.replay().setSpeed(Speed.MAX);
      cluster.sentElsewhere(sample.acked().get(1, TimeUnit.MINUTES));
      browser.awaiting("all applied", () -> cluster.reached(second));

      browser.awaiting("the site's rows", () -> shown().equals(expected(second)));
      assertThat(browser.rows()).isNotEmpty();
      assertThat(browser.holds("window.samePage")).isTrue();
      browser.awaitState("live");
      assertThat(second.metrics().scrape())
          .as("what changed since the position, or the rows where those are less")
          .containsPattern("windsock_sse_started_streams_total\\{with=\"(resume|rows)\"} 1\\.0")
          .contains("windsock_sse_started_streams_total{with=\"reset\"} 0.0");
    }
  }

  /** A scaled cluster lists more sites than run. */
  @Test
  void shouldPassOverSitesThatAreGone() throws Exception {
    List<String> listed = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      listed.add("http://127.0.0.1:" + FreePort.any());
    }
    Site first = cluster.site(SiteRole.MIRROR, "passed-1", 0);
    try (Site second = cluster.site(SiteRole.MIRROR, "passed-2", 0)) {
      try {
        listed.add(second.url());
        first.peers(listed);
        second.peers(List.of(first.url()));
        browser.awaiting("ready", () -> first.progress().phase().ready());
        browser.awaiting("ready", () -> second.progress().phase().ready());
        browser.open(first.url() + "/board?airport=XGON");
        browser.awaitState("live");
      } finally {
        first.close();
      }
      browser.await("document.getElementById('site').innerText.includes('passed-2')");
      browser.awaitState("live");
    }
  }

  /** What the board is to show of the site's arrivals, at the board's own time. */
  private static Map<String, Map<String, String>> expected(Site site) {
    long nowMs =
        Instant.parse(
                String.valueOf(browser.ask("return document.getElementById('clock').dateTime")))
            .toEpochMilli();
    Map<String, Map<String, String>> rows = new TreeMap<>();
    Views.items(site.url(), "view=arrivals&airport=EGLL")
        .forEach(
            (key, item) -> {
              JsonNode row = item.get("row");
              if (!past(row, nowMs)) {
                rows.put(key, cells(row));
              }
            });
    return rows;
  }

  private static boolean past(JsonNode row, long nowMs) {
    return List.of("AT_GATE", "CANCELLED").contains(row.path("status").asText())
        && nowMs - best(row) > PAST.toMillis();
  }

  private static long best(JsonNode row) {
    return (row.hasNonNull("estimated") ? row.get("estimated") : row.get("scheduled")).asLong();
  }

  private static Map<String, String> cells(JsonNode row) {
    String was = CLOCK.format(Instant.ofEpochMilli(row.get("scheduled").asLong()));
    String time = CLOCK.format(Instant.ofEpochMilli(best(row)));
    return Map.of(
        "time", time.equals(was) ? time : time + " " + was,
        "flight", text(row, "flight"),
        "place", (text(row, "fromName") + " " + text(row, "from")).strip(),
        "terminal", text(row, "terminal"),
        "gate", text(row, "gate"),
        "belt", text(row, "belt"),
        "is", text(row, "status"));
  }

  private static String text(JsonNode row, String column) {
    return row.path(column).asText("");
  }

  /** The board's rows, but for the status in words. */
  private static Map<String, Map<String, String>> shown() {
    Map<String, Map<String, String>> rows = new TreeMap<>(browser.rows());
    rows.values().forEach(cells -> cells.remove("status"));
    return rows;
  }

  @Test
  void shouldAllowThePageNothingElse() throws Exception {
    HttpResponse<String> page =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(central.url() + "/board?airport=EGLL")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(page.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
  }
}
