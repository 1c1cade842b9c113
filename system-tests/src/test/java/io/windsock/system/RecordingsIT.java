package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.Windsock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each recording through the whole pipeline, {@code windsock demo --headless --until-drained}: what
 * the summary tells must be what a count of the file itself says. The generated feed's size is
 * {@code -Dwindsock.recordings.events}, a flight to every 400 of them.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RecordingsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int EVENTS = Integer.getInteger("windsock.recordings.events", 100_000);
  private static final int EVENTS_PER_FLIGHT = 400;
  private static final Path EXAMPLES = Path.of("..", "docs", "examples");
  private static final String FIRST_OF_TEN =
      EXAMPLES.resolve("rules/overwrite-first-10.yaml").toString();

  @TempDir private Path folder;

  @Test
  void shouldMirrorExactlyEveryTenthHeathrowPosition() throws Exception {
    Path positions = Recordings.file("egll-positions-2017-08-02.csv.gz");
    Path flights = Recordings.file("egll-flights-2017-08-02.csv");
    Tally tally =
        new Tally()
            .csv(positions, "FlightPosition", "flight_id")
            .csv(flights, "FlightStatus", "flight_id");
    assertThat(tally.byType()).containsEntry("FlightPosition", 18_574L);

    JsonNode summary =
        drain("--mapping", "egll", "--rules", FIRST_OF_TEN, feed(positions), feed(flights));

    assertAccountedFor(tally, summary);
    assertFirstOfTen(tally, summary);
  }

  @Test
  void shouldMirrorEveryStatusOfTheUsFlights() throws Exception {
    Path flights = Recordings.file("bts-flights-2014.avro");
    Tally tally = new Tally().bts(flights);

    JsonNode summary = drain(feed(flights));

    assertAccountedFor(tally, summary);
    assertThat(counts(summary, "mirror")).isEqualTo(tally.byType());
  }

  @Test
  void shouldMirrorSbsPositionsByTheDomainsOwnRules() throws Exception {
    Path messages = Recordings.file("sbs-1-sample.csv");
    Tally tally = new Tally().sbs(messages);

    JsonNode summary = drain(feed(messages));

    assertAccountedFor(tally, summary);
    // A run of up to ten, of each aircraft: some may have ended early, by time.
    assertThat(counts(summary, "mirror").get("FlightPosition"))
        .isBetween(tally.byTypeWithFirst("FlightPosition", 10).get("FlightPosition"), 361L);
  }

  @Test
  void shouldMirrorEveryStatusOfToronto() throws Exception {
    Path arrivals = Recordings.file("yyz-arrivals-2024-09-10.json.gz");
    Path departures = Recordings.file("yyz-departures-2024-09-10.json.gz");
    Tally tally = new Tally().toronto(arrivals).toronto(departures);

    JsonNode summary = drain("--mapping", "yyz", feed(arrivals), feed(departures));

    assertAccountedFor(tally, summary);
    assertThat(counts(summary, "mirror")).isEqualTo(tally.byType());
  }

  @Test
  void shouldAccountForEveryEventOfAGeneratedFeed() throws Exception {
    Path feed = folder.resolve("generated.avro");
    int flights = EVENTS / EVENTS_PER_FLIGHT;
    run("feed", "generate", "--flights=" + flights, "--events=" + EVENTS, "--out=" + feed);
    Tally tally = new Tally().generated(feed);
    assertThat(tally.total()).isEqualTo(EVENTS);
    assertThat(tally.keys()).isEqualTo(flights);

    JsonNode summary = drain("--rules", FIRST_OF_TEN, feed(feed));

    assertAccountedFor(tally, summary);
    assertFirstOfTen(tally, summary);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tide-gauges", "../domains/tide-gauges"})
  void shouldRunAnotherDomainTheSameWay(String named) throws Exception {
    Path domain = Repository.path("domains/tide-gauges");
    Path levels = domain.resolve("levels.csv");
    Path gauges = domain.resolve("gauges.csv");
    Tally tally =
        new Tally().csv(levels, "WaterLevel", "gauge").csv(gauges, "GaugeReport", "gauge");
    String mapping = domain.resolve("mapping.yaml").toString();

    JsonNode summary = drain("--domain", named, "--mapping", mapping, feed(gauges), feed(levels));

    assertAccountedFor(tally, summary);
    Map<String, Long> mirror = counts(summary, "mirror");
    assertThat(mirror).containsEntry("GaugeReport", tally.byType().get("GaugeReport"));
    assertThat(mirror.get("WaterLevel")).isPositive().isLessThan(tally.byType().get("WaterLevel"));
  }

  private static String feed(Path file) {
    return "--feed=" + file;
  }

  private JsonNode drain(String... args) throws IOException {
    Path file = folder.resolve("summary.json");
    List<String> all =
        new ArrayList<>(
            List.of("demo", "--headless", "--until-drained", "--speed=max", "--summary=" + file));
    all.add("--data=" + folder.resolve("data"));
    all.addAll(List.of(args));
    run(all.toArray(String[]::new));
    JsonNode summary = JSON.readTree(file.toFile());
    System.out.println(String.join(" ", args) + ": " + line(summary));
    return summary;
  }

  private static void run(String... args) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said);
    int code = Windsock.execute(args, Map.of(), writer, writer);
    assertThat(code).as(said.toString()).isZero();
  }

  private static String line(JsonNode summary) {
    StringBuilder line = new StringBuilder();
    for (String part : List.of("source", "mirror", "rules", "updateDelayMs", "seconds")) {
      line.append(part).append(' ').append(summary.path(part)).append(' ');
    }
    return line.toString();
  }

  /** Nothing lost, nothing twice, nothing refused, and all sites hold what they must. */
  private static void assertAccountedFor(Tally tally, JsonNode summary) {
    assertThat(summary.path("problems")).isEmpty();
    assertThat(summary.path("addsUp").asBoolean()).isTrue();
    assertThat(counts(summary, "source")).isEqualTo(tally.byType());
    assertThat(counts(summary, "forward")).isEqualTo(tally.byType());
    assertThat(summary.path("deadLettered").asLong(-1)).isZero();
    assertThat(summary.at("/replay/acknowledged").asLong()).isEqualTo(tally.total());
    assertThat(summary.at("/replay/feedFaults").asLong(-1)).isZero();
    assertThat(sum(counts(summary, "mirror")) + sum(counts(summary, "rules")))
        .as("mirrored and taken")
        .isEqualTo(tally.total());
    assertDelay(tally, summary.path("updateDelayMs"), summary.path("seconds").asDouble());
    assertSites(tally, summary);
  }

  private static void assertDelay(Tally tally, JsonNode delay, double seconds) {
    assertThat(delay.path("events").asLong()).isEqualTo(tally.total());
    long p50 = delay.path("p50").asLong();
    long p99 = delay.path("p99").asLong();
    assertThat(p50).isPositive().isLessThanOrEqualTo(p99);
    assertThat(p99).isLessThanOrEqualTo(delay.path("max").asLong());
    assertThat(delay.path("max").asDouble()).isLessThanOrEqualTo(1000 * seconds);
  }

  private static void assertSites(Tally tally, JsonNode summary) {
    assertThat(summary.path("sites")).hasSize(3);
    for (JsonNode site : summary.path("sites")) {
      String topic = site.path("role").asText().equals("central") ? "forward" : "mirror";
      assertThat(site.path("digest").asText())
          .as("%s", site)
          .isNotEmpty()
          .isEqualTo(summary.path("reference").path(topic).asText());
      assertThat(site.path("keys").asInt()).as("%s", site).isEqualTo(tally.keys());
      assertThat(site.path("faults")).as("%s", site).isEmpty();
      long applied = 0;
      for (JsonNode offset : site.path("applied")) {
        applied += offset.asLong();
      }
      assertThat(applied)
          .as("offsets applied, with markers and transactions: %s", site)
          .isGreaterThan(sum(counts(summary, topic)));
      assertThat(site.path("token").asText()).startsWith("A");
    }
  }

  private static void assertFirstOfTen(Tally tally, JsonNode summary) {
    Map<String, Long> mirror = tally.byTypeWithFirst("FlightPosition", 10);
    assertThat(counts(summary, "mirror")).isEqualTo(mirror);
    assertThat(counts(summary, "rules"))
        .isEqualTo(Map.of("positions", tally.total() - sum(mirror)));
  }

  private static Map<String, Long> counts(JsonNode summary, String part) {
    Map<String, Long> counts = new TreeMap<>();
    summary
        .path(part)
        .properties()
        .forEach(count -> counts.put(count.getKey(), count.getValue().asLong(-1)));
    return counts;
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
