package io.windsock.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Overwriting on real traffic: flights into London Heathrow. */
class RecordedPositionsTest {
  private static final String FEED = "egll-positions-2017-08-02.csv.gz";

  @Test
  void shouldMirrorOneOfEveryTenPositionsOfEachFlight() throws IOException {
    Path feed = feeds().resolve(FEED);
    assumeTrue(Files.exists(feed), "no recorded feeds");
    RuleRun run = new RuleRun(Overwrite.first("positions", "FlightPosition", 10));
    Map<String, Integer> positions = new TreeMap<>();
    try (InputStream file = Files.newInputStream(feed);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      String header = lines.readLine();
      assertThat(header).startsWith("flight_id,");
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String flight = line.substring(0, line.indexOf(','));
        positions.merge(flight, 1, Integer::sum);
        run.receive(flight, AirlineEvents.position(run.received, flight), run.received);
      }
    }

    assertThat(run.received).isEqualTo(18_574);
    assertThat(positions).hasSize(45);
    positions.forEach(
        (flight, count) ->
            assertThat(run.sentByKey.get(flight)).as(flight).hasSize((count + 9) / 10));
    assertThat(run.passed + run.takenInAll()).isEqualTo(run.received);
  }

  private static Path feeds() {
    String given = System.getProperty("windsock.feeds");
    if (given != null) {
      return Path.of(given);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path candidate = at.resolve("shared").resolve("feeds");
      if (Files.isDirectory(candidate)) {
        return candidate;
      }
    }
    return Path.of("shared", "feeds");
  }
}
