package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.service.metrics.Metric;
import io.windsock.service.metrics.Role;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each role in a process of its own, and the commands that look at them. */
@Timeout(300)
class AloneIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldRunEachRoleAloneAndLookAtIt(@TempDir Path folder) throws Exception {
    Path feed = Recording.write(folder.resolve("p.csv"), 30, 10, 0);
    try (Child broker = Child.start("broker", "--data", folder + "/broker", "--port", "0")) {
      String bootstrap = broker.ready().path("bootstrapServers").asText();
      try (Child topology =
              Child.start("topology", "-b", bootstrap, "--data", folder + "/t", "--rules", "none");
          Child central = site(bootstrap, "central", "c", folder);
          Child mirror = site(bootstrap, "mirror", "m", folder)) {
        topology.ready();
        String centralUrl = central.ready().path("url").asText();
        String mirrorUrl = mirror.ready().path("url").asText();

        Run replay = Run.of("replay", feed.toString(), "--speed", "max", "-b", bootstrap);
        assertThat(replay.code()).as(replay.err()).isZero();
        assertThat(replay.out()).contains("40 events acknowledged");

        awaitSame(centralUrl, mirrorUrl, 2);
        lookAtTopics(bootstrap);
        lookAtState(mirrorUrl);
        Run doctor = Run.of("doctor", "-b", bootstrap, "--site", mirrorUrl, "--port", "1024");
        assertThat(doctor.out()).contains("transaction.version 2").contains("8 topics");
        assertThat(doctor.code()).as(doctor.out()).isZero();

        assertThat(mirror.interrupt()).isEqualTo(130);
        Run gone = Run.of("doctor", "-b", bootstrap, "--site", mirrorUrl, "--output", "json");
        assertThat(gone.code()).isEqualTo(ExitCode.FAILURE);
        assertThat(gone.out()).contains("no site answers at " + mirrorUrl);
      }
      assertThat(broker.interrupt()).isEqualTo(130);
    }
  }

  private static Child site(String bootstrap, String role, String name, Path folder)
      throws Exception {
    return Child.start(
        "site",
        "--role",
        role,
        "--name",
        name,
        "-b",
        bootstrap,
        "--port",
        "0",
        "--data",
        folder.resolve(name).toString());
  }

  private static void awaitSame(String one, String other, int keys) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              Run diff = Run.of("state", "diff", one, other, "--output", "json");
              assertThat(diff.code()).as(diff.out() + diff.err()).isZero();
              JsonNode result = JSON.readTree(diff.out());
              assertThat(result.at("/sites/0/keys").asInt()).isEqualTo(keys);
            });
  }

  private static void lookAtTopics(String bootstrap) throws Exception {
    Run list = Run.of("topics", "list", "-b", bootstrap, "--output", "json");
    assertThat(JSON.readTree(list.out())).hasSize(8);
    Run tail =
        Run.of(
            "topics",
            "tail",
            "mirror",
            "-b",
            bootstrap,
            "--from",
            "beginning",
            "--output",
            "json",
            "--type",
            "FlightPosition",
            "--key",
            "B");
    assertThat(tail.code()).as(tail.err()).isZero();
    List<String> lines = tail.out().lines().toList();
    assertThat(lines).hasSize(10);
    JsonNode record = JSON.readTree(lines.get(0));
    assertThat(record.path("key").asText()).isEqualTo("B");
    assertThat(record.at("/event/altitudeFt").asInt()).isEqualTo(3000);
    Run markers =
        Run.of("topics", "tail", "forward", "-b", bootstrap, "--type", "Marker", "--max", "1");
    assertThat(markers.out()).contains("Marker").contains("\"stamp\":[");
  }

  private static void lookAtState(String url) throws Exception {
    Run get = Run.of("state", "get", "A", "--site", url, "--output", "json");
    assertThat(JSON.readTree(get.out()).at("/state/altitudeFt").asInt()).isEqualTo(3000);
    assertThat(Run.of("state", "get", "A", "--site", url).out()).contains("altitudeFt");
    Run absent = Run.of("state", "get", "nobody", "--site", url);
    assertThat(absent.code()).isEqualTo(ExitCode.FAILURE);
    assertThat(absent.err().lines()).hasSize(1);
    assertThat(absent.err()).contains("nobody");
  }

  @Test
  void shouldTellPrometheusWhatALoopingReplaySends(@TempDir Path folder) throws Exception {
    Path feed = Recording.write(folder.resolve("p.csv"), 50, 0, 0);
    try (Child broker = Child.start("broker", "--data", folder + "/broker", "--port", "0")) {
      String bootstrap = broker.ready().path("bootstrapServers").asText();
      assertThat(Run.of("topics", "create", "-b", bootstrap).code()).isZero();
      try (Child replay =
          Child.start(
              "replay",
              feed.toString(),
              "-b",
              bootstrap,
              "--speed",
              "x100",
              "--loop",
              "--port",
              "0")) {
        URI url = URI.create(replay.ready().path("url").asText());

        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(
                () -> {
                  String scrape = get(url.resolve("/metrics"), 200);
                  assertThat(scrape)
                      .containsPattern(
                          "windsock_replay_sent_records_total[{]stream=\"positions\"} [1-9]")
                      .contains("kafka_producer_record_send_total{");
                  for (Metric metric : Metric.of(Role.REPLAY)) {
                    assertThat(scrape).contains("# HELP " + metric.exposedName());
                  }
                });
        assertThat(get(url.resolve("/health/ready"), 200)).contains("running");
        assertThat(replay.interrupt()).isEqualTo(130);
        assertThat(replay.ready().path("state").asText()).isEqualTo("STOPPED");
      }
    }
  }

  private static String get(URI url, int status) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  @Test
  void shouldSayHowFarItGotWhenAReplayIsInterrupted(@TempDir Path folder) throws Exception {
    Path feed = Recording.write(folder.resolve("p.csv"), 4000, 0, 0);
    try (Child broker = Child.start("broker", "--data", folder + "/broker", "--port", "0")) {
      String bootstrap = broker.ready().path("bootstrapServers").asText();
      assertThat(Run.of("topics", "create", "-b", bootstrap).code()).isZero();
      try (Child replay =
          Child.start("replay", feed.toString(), "-b", bootstrap, "--speed", "x10")) {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(
                () -> {
                  Run tail = Run.of("topics", "tail", "positions", "-b", bootstrap, "--max", "1");
                  assertThat(tail.out()).as(tail.err()).contains("FlightPosition");
                });
        assertThat(replay.interrupt()).isEqualTo(130);
        JsonNode end = replay.ready();
        assertThat(end.path("state").asText()).isEqualTo("STOPPED");
        assertThat(end.path("sent").asLong()).isBetween(1L, 3999L);
        assertThat(end.path("acknowledged")).isEqualTo(end.path("sent"));
        assertThat(end.path("upTo").asText()).startsWith("2026-01-31T1");
      }
    }
  }
}
