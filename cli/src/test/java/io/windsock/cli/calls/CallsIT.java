package io.windsock.cli.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.Windsock;
import io.windsock.cli.option.ExitCode;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.TestSite;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls at real sites in this process. */
@Timeout(600)
class CallsIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Windsock.execute(args, Map.of(), new PrintWriter(out), new PrintWriter(err));
  }

  private static TestSite site(String name) {
    TestSite site = TestSite.start(name, 1);
    site.apply(
        new FlightLog(7, 1, 50, List.of("EGLL", "EHAM"), System::currentTimeMillis).schedule());
    return site;
  }

  @Test
  void shouldMeasureTwoSites(@TempDir Path folder) throws Exception {
    try (TestSite one = site("one");
        TestSite other = site("other")) {
      int code =
          run(
              "calls",
              "--gateways",
              one.linkUrl() + "," + other.linkUrl(),
              "--rate",
              "500",
              "--calls",
              "1000",
              "--deadline-ms",
              "60000",
              "--keys-from",
              one.url(),
              "--view-share",
              "0.05",
              "--warm-up",
              "500ms",
              "--no-ceiling",
              "--out",
              folder.resolve("run").toString(),
              "--histograms",
              folder.resolve("run.hlog").toString(),
              "--output",
              "json");

      assertThat(err.toString()).contains("100 % in time");
      assertThat(code).isEqualTo(ExitCode.OK);
      JsonNode result = new ObjectMapper().readTree(out.toString());
      assertThat(result.at("/counts/due").asInt()).isEqualTo(1_000);
      assertThat(result.at("/counts/inTime").asInt()).isEqualTo(1_000);
      assertThat(result.at("/counts/absent").asInt()).isZero();
      assertThat(result.at("/load/keys").asText()).contains(" from " + one.url());
      assertThat(Files.readAllLines(folder.resolve("run.csv")).size()).isGreaterThan(2);
      assertThat(Files.readAllLines(folder.resolve("run.hlog")))
          .anyMatch(line -> line.startsWith("#[StartTime: "))
          .anyMatch(line -> line.matches("[0-9.]+,1\\.000,[0-9.]+,HISTFAAAA\\S+"));
    }
  }

  /** The ceiling is that of this machine, so a test can only say that there is one. */
  @Test
  void shouldPrintItsOwnCeilingBesideTheResult() throws Exception {
    try (TestSite one = site("one")) {
      int code =
          run(
              "calls",
              "--gateways",
              one.linkUrl(),
              "--rate",
              "200",
              "--seconds",
              "1",
              "--deadline-ms",
              "2000",
              "--warm-up",
              "200ms");

      assertThat(out.toString()).containsPattern("1?[0-9]{2} calls in").contains("duplicates 0");
      assertThat(out.toString())
          .containsPattern(
              "its own ceiling on this machine: [0-9,]+ calls/s|kept no rate at a static server");
      assertThat(out.toString()).as("made-up numbers").contains("of them absent");
      assertThat(code).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  void shouldRefuseAnOutThatCannotBeWrittenBeforeTheLoad(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    Path out = file.resolve("run");

    int code = run("calls", "--gateways", "http://127.0.0.1:1", "--out", out.toString());

    assertThat(code).isEqualTo(ExitCode.FAILURE);
    assertThat(err.toString())
        .startsWith("windsock calls: can't write " + out + ".json and .csv (")
        .contains("name another --out");
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void shouldNameWhatItCannotUse() {
    assertThat(run("calls", "--gateways", "http://127.0.0.1:9", "--at", "1s=explode:7"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("'1s=explode:7'");
    assertThat(run("calls", "--rate", "5")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--gateways");
    assertThat(run("calls", "--http", "http://127.0.0.1:9", "--copies", "2"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("copies", "without effect on HTTP requests");
  }
}
