package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.option.ExitCode;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
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
  void shouldFindTheMirrorsOfARunningDemoAlike(@TempDir Path folder) throws Exception {
    String port = String.valueOf(freePorts(3));
    List<String> demo = List.of("demo", "--headless", "--loop", "--speed", "x60");
    List<String> ports = List.of("--port", port, "--broker-port", "0", "--controller-port", "0");
    List<String> args = new ArrayList<>(demo);
    args.addAll(ports);
    args.addAll(List.of("--data", folder.resolve("data").toString()));
    String first = "http://127.0.0.1:" + (Integer.parseInt(port) + 1);
    String second = "http://127.0.0.1:" + (Integer.parseInt(port) + 2);
    try (Child running = Child.start(args.toArray(String[]::new))) {
      Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> keys(first, second) > 50);

      Set<String> positions = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        Run diff = Run.of("state", "diff", first, second, "--wait", "60s", "--output", "json");
        assertThat(diff.code()).as(diff.out() + diff.err()).isZero();
        positions.add(JSON.readTree(diff.out()).at("/sites/0/token").asText());
      }

      assertThat(positions).as("events flowed meanwhile").hasSizeGreaterThan(1);
      assertThat(running.interrupt()).isEqualTo(130);
    }
  }

  @Test
  void shouldFallSilentWhenTheReplayHasEnded(@TempDir Path folder) throws Exception {
    Path feed = Recording.write(folder.resolve("p.csv"), 25, 7, 0);
    List<String> demo = List.of("demo", "--headless", "--feed", feed.toString());
    List<String> ports = List.of("--broker-port", "0", "--controller-port", "0");
    List<String> args = new ArrayList<>(demo);
    args.addAll(ports);
    args.addAll(List.of("--port", String.valueOf(freePorts(3))));
    args.addAll(List.of("--data", folder.resolve("data").toString()));
    Path err = folder.resolve("err");
    try (Child running = Child.start(err, args.toArray(String[]::new))) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> Files.readString(err).contains("replay ended"));
      // The next two lines are due within 10 s.
      Awaitility.await()
          .pollDelay(Duration.ofSeconds(12))
          .atMost(Duration.ofSeconds(13))
          .untilAsserted(() -> assertThat(lines(err, "replay ended")).hasSizeLessThanOrEqualTo(2));
      assertThat(Files.readString(err)).contains("Ctrl-C");
      assertThat(running.interrupt()).isEqualTo(130);
      List<String> said = lines(err, "replay ended");
      assertThat(said).doesNotHaveDuplicates();
    }
  }

  @Test
  void shouldServeCallsThroughGatewaysAndAgainAfterASecondStart(@TempDir Path folder)
      throws Exception {
    int gateways = freePorts(2);
    List<String> args =
        List.of(
            "demo",
            "--headless",
            "--gateways=2",
            "--gateway-port=" + gateways,
            "--port=" + freePorts(3),
            "--broker-port=0",
            "--controller-port=0",
            "--data=" + folder.resolve("data"));
    for (String start : List.of("first", "second")) {
      Path err = folder.resolve(start);
      try (Child running = Child.start(err, args.toArray(String[]::new))) {
        String second = "http://127.0.0.1:" + (gateways + 1);
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> Files.readString(err).contains("gateway  " + second));
        assertThat(Files.readString(err)).contains("links http://127.0.0.1:" + (gateways + 1_001));
        for (int port : List.of(gateways, gateways + 1)) {
          // A gateway that has just found a site may not know the views yet, and says so.
          Awaitility.await()
              .atMost(Duration.ofSeconds(30))
              .untilAsserted(
                  () -> assertThat(query(port)).as(start + " start").contains("\"rows\""));
        }
        Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> Files.readString(err).contains("gateway-1 calls 1 in time 1"));
        assertThat(get(console(err) + "/v1/samples")).contains("\"gateway-1\"", "\"gateway-2\"");
        assertThat(running.interrupt()).isEqualTo(130);
      }
      assertThat(Files.readString(err)).doesNotContain("ERROR", "is taken");
    }
  }

  /** At the second start the link and both mirrors go on where they were. */
  @Test
  void shouldHaveTheSameAtARemoteSite(@TempDir Path folder) throws Exception {
    int sites = freePorts(2);
    List<String> args =
        List.of(
            "demo",
            "--headless",
            "--remote",
            "--loop",
            "--speed=x60",
            "--sites=2",
            "--port=" + sites,
            "--broker-port=0",
            "--controller-port=0",
            "--data=" + folder.resolve("data"));
    String mirror = "http://127.0.0.1:" + (sites + 1);
    for (String start : List.of("first", "second")) {
      Path err = folder.resolve(start);
      try (Child running = Child.start(err, args.toArray(String[]::new))) {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> Files.readString(err).contains("remote   "));
        String line = lines(err, "remote   ").get(0);
        String remote = line.substring(line.indexOf("http"), line.indexOf("/board"));
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> keys(mirror, remote) > 20);
        String link = line.substring(line.lastIndexOf("http"));
        assertThat(get(link + "/v1/status")).contains("\"state\":\"SENDING\"");
        String samples = console(err) + "/v1/samples";
        Awaitility.await().until(() -> get(samples).contains("\"phase\":\"SENDING\""));
        assertThat(get(samples)).contains("\"link\":\"main\"");
        assertThat(Run.of("link", "pause", link).code()).isZero();

        Run verified = verify(err);
        assertThat(verified.code()).as(start + ": " + verified.out() + verified.err()).isZero();
        assertThat(Run.of("link", "resume", link).code()).isZero();
        assertThat(running.interrupt()).isEqualTo(130);
      }
    }
  }

  /** Compares the clusters that the demo names. */
  private static Run verify(Path err) throws IOException {
    List<String> brokers =
        lines(err, "broker ").stream()
            .filter(line -> line.contains("127.0.0.1:"))
            .map(line -> line.replaceFirst(".*(127\\.0\\.0\\.1:\\d+).*", "$1"))
            .toList();
    return Run.of("link", "verify", "-b", brokers.get(1), "--target", brokers.get(0));
  }

  private static String query(int port) throws Exception {
    return get("http://127.0.0.1:" + port + "/v1/query/views/all?limit=1");
  }

  /** The controller's URL, as the demo prints it. */
  private static String console(Path err) throws IOException {
    String line = lines(err, "console  ").get(0);
    return line.substring(line.indexOf("http"), line.indexOf("/console"));
  }

  private static String get(String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).header("Deadline-Ms", "10000").build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static List<String> lines(Path file, String with) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> line.contains(with)).toList();
  }

  private static int keys(String first, String second) throws IOException {
    Run diff = Run.of("state", "diff", first, second, "--output", "json");
    return diff.out().isEmpty() ? 0 : JSON.readTree(diff.out()).at("/sites/0/keys").asInt();
  }

  /** The first of so many free ports in a row; those 1000 above are free, too, for links. */
  private static int freePorts(int count) throws IOException {
    for (int tries = 0; tries < 100; tries++) {
      int first = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      List<ServerSocket> taken = new ArrayList<>();
      try {
        for (int port = first; port < first + count; port++) {
          taken.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
          taken.add(new ServerSocket(port + 1_000, 1, InetAddress.getLoopbackAddress()));
        }
        return first;
      } catch (BindException e) {
        // another place, then
      } finally {
        for (ServerSocket socket : taken) {
          socket.close();
        }
      }
    }
    throw new IOException("no " + count + " free ports in a row");
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
