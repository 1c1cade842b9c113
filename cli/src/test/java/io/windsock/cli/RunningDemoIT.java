package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What else runs with a demo: mirrors, gateways, a remote site. */
@Timeout(900)
class RunningDemoIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldFindTheMirrorsOfARunningDemoAlike(@TempDir Path folder) throws Exception {
    String port = String.valueOf(FreePorts.inARow(3));
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
        Run diff = Run.of("state", "diff", first, second, "--wait", "120s", "--output", "json");
        assertThat(diff.code()).as(diff.out() + diff.err()).isZero();
        positions.add(JSON.readTree(diff.out()).at("/sites/0/token").asText());
      }

      assertThat(positions).as("events flowed meanwhile").hasSizeGreaterThan(1);
      assertThat(running.interrupt()).isEqualTo(130);
    }
  }

  @Test
  void shouldServeCallsThroughGatewaysAndAgainAfterASecondStart(@TempDir Path folder)
      throws Exception {
    int gateways = FreePorts.inARow(2);
    List<String> args =
        List.of(
            "demo",
            "--headless",
            "--gateways=2",
            "--gateway-port=" + gateways,
            "--port=" + FreePorts.inARow(3),
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
              .atMost(Duration.ofMinutes(2))
              .untilAsserted(
                  () -> assertThat(query(port)).as(start + " start").contains("\"rows\""));
        }
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(
                () ->
                    assertThat(Files.readString(err))
                        .containsPattern("gateway-1 calls [1-9][0-9,]* in time [1-9]"));
        String samples = console(err) + "/v1/samples";
        Awaitility.await()
            .untilAsserted(
                () -> assertThat(get(samples)).contains("\"gateway-1\"", "\"gateway-2\""));
        assertThat(running.interrupt()).isEqualTo(130);
      }
      assertThat(Files.readString(err)).doesNotContain("ERROR", "is taken");
    }
  }

  /** At the second start the link and both mirrors go on where they were. */
  @Test
  void shouldHaveTheSameAtARemoteSite(@TempDir Path folder) throws Exception {
    int sites = FreePorts.inARow(2);
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
        String line = TextFile.lines(err, "remote   ").get(0);
        String remote = line.substring(line.indexOf("http"), line.indexOf("/board"));
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> keys(mirror, remote) > 20);
        String link = line.substring(line.lastIndexOf("http"));
        // At the second start the remote site has its rows before the link has connected.
        Awaitility.await()
            .untilAsserted(
                () -> assertThat(get(link + "/v1/status")).contains("\"state\":\"SENDING\""));
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
        TextFile.lines(err, "broker ").stream()
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
    String line = TextFile.lines(err, "console  ").get(0);
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

  private static int keys(String first, String second) throws IOException {
    Run diff = Run.of("state", "diff", first, second, "--output", "json");
    return diff.out().isEmpty() ? 0 : JSON.readTree(diff.out()).at("/sites/0/keys").asInt();
  }
}
