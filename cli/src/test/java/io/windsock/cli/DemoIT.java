package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.option.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Demos that end: when the recording is drained, or when they are told to. */
@Timeout(900)
class DemoIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldAccountForEveryEventOfARecording(@TempDir Path folder) throws Exception {
    // 25 positions of A and 7 of B: first-of-ten sends ceil(25/10) and ceil(7/10).
    Path feed = Recording.write(folder.resolve("p.csv"), 25, 7, 1);
    Path rules = Files.writeString(folder.resolve("rules.yaml"), Recording.FIRST_OF_TEN);

    Run run = drain(folder, "--feed", feed.toString(), "--rules", rules.toString());

    assertThat(run.code()).as(run.err()).isZero();
    JsonNode summary = summary(folder);
    assertThat(summary.at("/addsUp").asBoolean()).isTrue();
    assertThat(summary.at("/source/FlightPosition").asLong()).isEqualTo(32);
    assertThat(summary.at("/forward/FlightPosition").asLong()).isEqualTo(32);
    assertThat(summary.at("/mirror/FlightPosition").asLong()).isEqualTo(4);
    assertThat(summary.at("/rules/first-of-ten").asLong()).isEqualTo(28);
    assertThat(summary.at("/deadLettered").asLong()).isZero();
    assertThat(summary.at("/markers/received").asLong()).isEqualTo(32);
    assertThat(summary.at("/markers/addUp").asBoolean()).isTrue();
    assertThat(summary.at("/updateDelayMs/events").asLong()).isEqualTo(32);
    assertThat(summary.at("/updateDelayMs/max").asLong()).isPositive();
    assertThat(summary.at("/seconds").asDouble()).isPositive();
    assertThat(summary.at("/replay/sent").asLong()).isEqualTo(32);
    assertThat(summary.at("/replay/feedFaults").asLong()).isEqualTo(1);
    assertThat(run.err()).contains("1 record could not be used").contains("p.csv, line");
    assertSites(summary);
  }

  private static void assertSites(JsonNode summary) {
    List<String> roles = new ArrayList<>();
    for (JsonNode site : summary.path("sites")) {
      roles.add(site.path("role").asText());
      String reference = site.path("role").asText().equals("central") ? "forward" : "mirror";
      assertThat(site.path("digest").asText())
          .isNotEmpty()
          .isEqualTo(summary.path("reference").path(reference).asText());
      assertThat(site.path("token").asText()).startsWith("A");
      assertThat(site.path("checkpoint")).hasSameSizeAs(site.path("applied"));
    }
    assertThat(roles).containsExactly("central", "mirror", "mirror");
  }

  @Test
  void shouldGoOnWhereItStoppedAndNotReplayTheSameAgain(@TempDir Path folder) throws Exception {
    Path feed = Recording.write(folder.resolve("p.csv"), 12, 5, 0);
    assertThat(drain(folder, "--feed", feed.toString()).code()).isZero();
    final String digest = summary(folder).at("/sites/0/digest").asText();

    Run second = drain(folder, "--feed", feed.toString());
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.err()).contains("replayed here already (17 events)");
    assertThat(summary(folder).at("/replay/sent").asLong()).isZero();
    assertThat(summary(folder).at("/source/FlightPosition").asLong()).isEqualTo(17);
    assertThat(summary(folder).at("/sites/0/digest").asText()).isEqualTo(digest);

    Run again = drain(folder, "--feed", feed.toString(), "--rebase");
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(summary(folder).at("/source/FlightPosition").asLong()).isEqualTo(34);
    assertThat(summary(folder).at("/sites/0/digest").asText()).isNotEqualTo(digest);

    Run fresh = drain(folder, "--feed", feed.toString(), "--fresh");
    assertThat(fresh.code()).as(fresh.err()).isZero();
    assertThat(summary(folder).at("/source/FlightPosition").asLong()).isEqualTo(17);
  }

  @Test
  void shouldNameAnOccupiedPort(@TempDir Path folder) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Run run = Run.of("demo", "--headless", "--data", folder.toString(), "--port", port);
      assertThat(run.code()).isEqualTo(ExitCode.FAILURE);
      assertThat(run.err()).contains("port " + port).contains("--port");
    }
  }

  @Test
  void shouldSayWhatIsWrongWithAFeedBeforeItStartsAnything(@TempDir Path folder) throws Exception {
    Path feed = Files.writeString(folder.resolve("odd.csv"), "a,b\n1,2\n");
    Run run = Run.of("demo", "--headless", "--data", folder + "/d", "--feed", feed.toString());
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("odd.csv").doesNotContain("starting");
  }

  @Test
  void shouldFallSilentWhenTheReplayHasEnded(@TempDir Path folder) throws Exception {
    Path feed = Recording.write(folder.resolve("p.csv"), 25, 7, 0);
    List<String> demo = List.of("demo", "--headless", "--feed", feed.toString());
    List<String> ports = List.of("--broker-port", "0", "--controller-port", "0");
    List<String> args = new ArrayList<>(demo);
    args.addAll(ports);
    args.addAll(List.of("--port", String.valueOf(FreePorts.inARow(3))));
    args.addAll(List.of("--data", folder.resolve("data").toString()));
    Path err = folder.resolve("err");
    try (Child running = Child.start(err, args.toArray(String[]::new))) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> Files.readString(err).contains("replay ended"));
      // The next two lines are due within 10 s.
      Awaitility.await()
          .pollDelay(Duration.ofSeconds(12))
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () -> assertThat(TextFile.lines(err, "replay ended")).hasSizeLessThanOrEqualTo(2));
      assertThat(Files.readString(err)).contains("Ctrl-C");
      assertThat(running.interrupt()).isEqualTo(130);
      List<String> said = TextFile.lines(err, "replay ended");
      assertThat(said).doesNotHaveDuplicates();
    }
  }

  private static Run drain(Path folder, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "demo",
                "--headless",
                "--until-drained",
                "--data",
                folder.resolve("data").toString(),
                "--summary",
                folder.resolve("summary.json").toString()));
    args.addAll(List.of(more));
    return Run.of(args.toArray(String[]::new));
  }

  private static JsonNode summary(Path folder) throws IOException {
    return JSON.readTree(folder.resolve("summary.json").toFile());
  }
}
