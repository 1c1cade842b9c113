package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.option.ExitCode;
import io.windsock.contracts.query.Answer;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Role;
import io.windsock.site.testing.Requester;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each role in a process of its own, and the commands that look at them. */
@Timeout(900)
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
        lookAtTheLastRecords(bootstrap);
        lookAtState(mirrorUrl);
        answersToItsNames(URI.create(mirrorUrl));
        relaysCalls(bootstrap);
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
        "--allow-host",
        "windsock.test,proxy.test",
        "--data",
        folder.resolve(name).toString());
  }

  private static void relaysCalls(String bootstrap) throws Exception {
    try (Child gateway = gateway(bootstrap)) {
      JsonNode ready = gateway.ready();
      assertThat(ready.path("sites").asInt()).isOne();
      try (Requester requester =
          new Requester(ready.path("linkUrl").asText(), "requester-1", false)) {
        Answer answer = requester.ask(Requester.key("c1", "B"));
        assertThat(answer.status()).isEqualTo(Answer.Status.FOUND);
        assertThat(answer.site()).isEqualTo("m");
      }
      gateway.kill();
      // The former run's samples do not take the name from the next one.
      try (Child again = gateway(bootstrap)) {
        assertThat(again.ready().path("name").asText()).isEqualTo("gateway-1");
        assertThat(again.interrupt()).isEqualTo(130);
      }
    }
  }

  private static Child gateway(String bootstrap) throws IOException {
    return Child.start("gateway", "-b", bootstrap, "--port", "0", "--link-port", "0");
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

  /** Transaction markers take offsets too; they are no records. */
  private static void lookAtTheLastRecords(String bootstrap) throws Exception {
    Map<Integer, List<String>> all = byPartition(bootstrap, "--from=beginning");
    Map<Integer, List<String>> last = byPartition(bootstrap, "--from=-3");
    assertThat(all).isNotEmpty();
    assertThat(last.keySet()).isEqualTo(all.keySet());
    all.forEach(
        (partition, records) ->
            assertThat(last.get(partition))
                .isEqualTo(records.subList(Math.max(0, records.size() - 3), records.size())));
    assertThat(byPartition(bootstrap, "--from=-1000")).isEqualTo(all);
  }

  /** What is appended while it looks comes after the end that it went by. */
  @Test
  void shouldPrintTheLastRecordsOfATopicThatGrows(@TempDir Path folder) throws Exception {
    try (Child broker = Child.start("broker", "--data", folder + "/broker", "--port", "0")) {
      String bootstrap = broker.ready().path("bootstrapServers").asText();
      assertThat(Run.of("topics", "create", "-b", bootstrap).code()).isZero();
      String topic = "windsock.source.positions";
      AtomicBoolean enough = new AtomicBoolean();
      Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "linger.ms", 0);
      CountDownLatch grows = new CountDownLatch(1_000);
      try (var producer =
          new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
        Thread growing =
            new Thread(
                () -> {
                  while (!enough.get()) {
                    var unused =
                        producer.send(
                            new ProducerRecord<>(topic, 0, new byte[] {'k'}, new byte[] {1}),
                            (metadata, failure) -> grows.countDown());
                    LockSupport.parkNanos(500_000);
                  }
                });
        growing.start();
        try {
          assertThat(grows.await(2, TimeUnit.MINUTES)).isTrue();
          for (String from : List.of("--from=-1", "--from=-3", "--from=-0")) {
            Run tail = Run.of("topics", "tail", "positions", "-b", bootstrap, from);
            assertThat(tail.out().lines())
                .as(tail.err())
                .hasSize(Integer.parseInt(from.substring("--from=-".length())));
          }
        } finally {
          enough.set(true);
          growing.join();
        }
      }
    }
  }

  private static Map<Integer, List<String>> byPartition(String bootstrap, String from)
      throws Exception {
    Run tail = Run.of("topics", "tail", "mirror", "-b", bootstrap, from, "--output", "json");
    assertThat(tail.code()).as(tail.err()).isZero();
    Map<Integer, List<String>> records = new TreeMap<>();
    for (String line : tail.out().lines().toList()) {
      int partition = JSON.readTree(line).path("partition").asInt();
      records.computeIfAbsent(partition, p -> new ArrayList<>()).add(line);
    }
    return records;
  }

  @Test
  void shouldListTheTopicsOfADomainThatIsNotNamed(@TempDir Path folder) throws Exception {
    String gauges = DocumentTest.root().resolve("domains/tide-gauges").toString();
    try (Child broker = Child.start("broker", "--data", folder + "/broker", "--port", "0")) {
      String bootstrap = broker.ready().path("bootstrapServers").asText();
      Run none = Run.of("topics", "list", "-b", bootstrap);
      assertThat(none.out()).contains("windsock.source.positions").contains("does not exist");
      assertThat(Run.of("topics", "create", "-b", bootstrap, "--domain", gauges).code()).isZero();

      Run list = Run.of("topics", "list", "-b", bootstrap);
      assertThat(list.out())
          .contains("windsock.source.levels")
          .contains("windsock.mirror")
          .doesNotContain("windsock.source.positions")
          .doesNotContain("does not exist");
      Run doctor = Run.of("doctor", "-b", bootstrap, "--port", "1024");
      assertThat(doctor.code()).isEqualTo(ExitCode.FAILURE);
      assertThat(doctor.out())
          .contains("another domain, with the streams gauges, levels")
          .contains("--domain DIR")
          .doesNotContain("does not exist");
      Run airline = Run.of("topics", "create", "-b", bootstrap);
      assertThat(airline.code()).as(airline.err()).isZero();
      assertThat(Run.of("topics", "list", "-b", bootstrap).out())
          .contains("windsock.source.levels")
          .contains("windsock.source.positions");
      Run named = Run.of("topics", "list", "-b", bootstrap, "--domain", gauges);
      assertThat(named.out()).doesNotContain("windsock.source.positions");
    }
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
              "0",
              "--allow-host",
              "windsock.test",
              "--allow-host",
              "proxy.test")) {
        URI url = URI.create(replay.ready().path("url").asText());
        answersToItsNames(url);

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

  private static void answersToItsNames(URI url) throws IOException {
    for (String host : List.of("windsock.test", "proxy.test:443", "localhost")) {
      assertThat(firstLine(url, host)).as(host).contains(" 200 ");
    }
    assertThat(firstLine(url, "evil.test")).contains(" 421 ");
  }

  private static String firstLine(URI url, String host) throws IOException {
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      String request = "GET /health/live HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @Test
  void shouldShowWhatTheTopologyRefusesAndRebaseToWhatItTakes(@TempDir Path folder)
      throws Exception {
    Instant ahead = Instant.now().plus(Duration.ofHours(3));
    Path future = Recording.write(folder.resolve("future.csv"), ahead, 30, 0, 0);
    Path long_ = Recording.write(folder.resolve("long.csv"), 20_000, 0, 0);
    String rejects = folder.resolve("rejects").toString();
    try (Child broker = Child.start("broker", "--data", folder + "/broker", "--port", "0")) {
      String bootstrap = broker.ready().path("bootstrapServers").asText();
      try (Child topology =
          Child.start("topology", "-b", bootstrap, "--data", folder + "/t", "--rules", "none")) {
        topology.ready();

        // It counts what the topology rejects within 2 s, for which a machine may be too slow.
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .untilAsserted(
                () -> {
                  Run refused = replay(future, bootstrap, rejects);
                  assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.FAILURE);
                  assertThat(refused.out())
                      .contains("30 events acknowledged")
                      .contains(", 30 dead-lettered");
                  assertThat(refused.err())
                      .contains("future-dated")
                      .contains("topics tail dead-letter");
                });

        Run rebased = replay(long_, bootstrap, rejects, "--rebase", "--speed", "x10000");
        assertThat(rebased.code()).as(rebased.out() + rebased.err()).isZero();
        assertThat(rebased.out())
            .contains("20,000 events acknowledged")
            .doesNotContain("dead-lettered");

        Run slow = replay(future, bootstrap, rejects, "--speed", "x1");
        assertThat(slow.err()).containsPattern("running .* DEAD-LETTERED [0-9]+");

        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
          admin.deleteTopics(List.of("windsock.dead-letter")).all().get();
        }
        Run uncounted = replay(long_, bootstrap, rejects);
        assertThat(uncounted.code()).as(uncounted.err()).isZero();
        assertThat(uncounted.err())
            .contains("dead letters are not counted")
            .doesNotContain("\tat ");
      }
    }
  }

  private static Run replay(Path feed, String bootstrap, String rejects, String... more) {
    List<String> args = new ArrayList<>(List.of("replay", feed.toString(), "-b", bootstrap));
    args.addAll(List.of("--rejects", rejects));
    args.addAll(more.length == 0 ? List.of("--speed", "max") : List.of(more));
    return Run.of(args.toArray(String[]::new));
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
