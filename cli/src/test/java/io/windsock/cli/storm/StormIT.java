package io.windsock.cli.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.Windsock;
import io.windsock.cli.option.ExitCode;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestConfig;
import io.windsock.site.testing.TestSite;
import io.windsock.testbed.storm.Storm;
import io.windsock.testbed.storm.StormOptions;
import io.windsock.testbed.storm.StormSites;
import io.windsock.testbed.storm.StormSummary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Storms at real sites in this process. */
@Timeout(600)
class StormIT {
  private static final int CLIENTS = Integer.getInteger("windsock.storm.clients", 1_000);

  private static FlightLog log() {
    return new FlightLog(7, 1, 50, List.of("EGLL", "EHAM"), System::currentTimeMillis);
  }

  @Test
  void shouldGiveEveryDisplayItsStateAndEveryUpdate() throws Exception {
    FlightLog log = log();
    try (TestSite one = TestSite.start("one", 1);
        TestSite other = TestSite.start("other", 1)) {
      var schedule = log.schedule();
      one.apply(schedule);
      other.apply(schedule);
      List<URI> sites = List.of(URI.create(one.url()), URI.create(other.url()));
      Storm storm =
          Storm.start(
              StormOptions.burst(
                  sites, "all", CLIENTS, Duration.ofMillis(500), Duration.ofMinutes(10)));
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> storm.progress().following() == CLIENTS);
      one.apply(List.of(log.position(3)));
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> storm.progress().updates() == CLIENTS / 2);
      storm.stop();

      StormSummary end = storm.await();

      assertThat(end.errors()).isEmpty();
      assertThat(end.answered()).isEqualTo(CLIENTS);
      assertThat(end.unfinished()).isZero();
      assertThat(end.initialState().count()).isEqualTo(CLIENTS);
      assertThat(end.bytes()).isGreaterThan(CLIENTS * 1_000L);
      Awaitility.await().until(() -> one.metric("windsock_http_connections") == 0);
    }
  }

  @Test
  void shouldPrintWhatItCameTo() throws Exception {
    try (TestSite site = TestSite.start("one", 1)) {
      site.apply(log().schedule());
      String[] args = {
        "storm",
        "--clients",
        "20",
        "--ramp",
        "100ms",
        "--duration",
        "200ms",
        "--site",
        site.url(),
        "--view",
        "arrivals/EGLL",
        "--output",
        "json"
      };
      StringWriter out = new StringWriter();
      int code =
          Windsock.execute(
              args, Map.of(), new PrintWriter(out), new PrintWriter(new StringWriter()));

      assertThat(code).isEqualTo(ExitCode.OK);
      JsonNode end = new ObjectMapper().readTree(out.toString());
      assertThat(end.path("answered").asInt()).isEqualTo(20);
      assertThat(end.at("/initialState/p999Ms").asDouble()).isPositive();
      assertThat(end.at("/ceiling/count").asInt()).isEqualTo(20);
    }
  }

  @Test
  void shouldFailAndNameWhatTheSiteRefused() throws Exception {
    try (TestSite site =
        TestSite.start("one", 1, 1, new TestConfig().streams(5, 1 << 18, 1 << 22).build())) {
      String[] args = {
        "storm",
        "--clients",
        "20",
        "--ramp",
        "100ms",
        "--duration",
        "200ms",
        "--no-ceiling",
        "--site",
        site.url()
      };
      StringWriter out = new StringWriter();
      int code =
          Windsock.execute(
              args, Map.of(), new PrintWriter(out), new PrintWriter(new StringWriter()));

      assertThat(code).isEqualTo(ExitCode.FAILURE);
      assertThat(out.toString()).containsPattern("answered 503 +15\n").contains("5 answered");
    }
  }

  @Test
  void shouldCountDisplaysThatLoseTheirSite() throws Exception {
    TestSite site = TestSite.start("one", 1);
    try {
      site.apply(log().schedule());
      Storm storm =
          Storm.start(
              StormOptions.burst(
                  List.of(URI.create(site.url())),
                  "all",
                  10,
                  Duration.ZERO,
                  Duration.ofMinutes(10)));
      Awaitility.await().until(() -> storm.progress().following() == 10);
      site.stopServing();
      Awaitility.await().until(() -> storm.progress().errors() == 10);
      storm.stop();

      assertThat(storm.await().errors().keySet())
          .isNotEmpty()
          .allMatch(kind -> kind.startsWith("while following: "));
    } finally {
      site.close();
    }
  }

  @Test
  void shouldFindTheSitesOfThisMachineOnly() throws Exception {
    try (TestSite site = TestSite.start("one", 1)) {
      site.peers(List.of("http://127.0.0.1:9", "http://gate.example:8080"));
      var notes = new ArrayList<String>();

      List<URI> found = StormSites.found(site.url(), notes::add);

      assertThat(found).containsExactly(URI.create(site.url()), URI.create("http://127.0.0.1:9"));
      assertThat(notes).singleElement().asString().contains("http://gate.example:8080");
    }
  }
}
