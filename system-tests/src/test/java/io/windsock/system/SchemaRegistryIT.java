package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.FreePort;
import io.windsock.embedded.Options;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * Topology and mirrors under the ids of a real Apicurio Registry, with Apicurio's own serializer
 * before them and its deserializer behind.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SchemaRegistryIT {
  private static final int PORT = 8080;
  private static final int EVENTS = 2_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<String> MIRRORS = List.of("m1", "m2");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final Map<String, String> urls = new LinkedHashMap<>();
  private final List<WindsockProcess> processes = new ArrayList<>();
  private String bootstrap = "";
  private String registry = "";

  SchemaRegistryIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void needARegistry() {
    Engine.assumePresent(List.of(Engine.REGISTRY));
  }

  @Test
  void shouldMirrorWhatApicuriosSerializerWroteForItsDeserializer() throws Exception {
    try (GenericContainer<?> apicurio = apicurio();
        EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary())) {
      apicurio.start();
      registry = "http://" + apicurio.getHost() + ":" + apicurio.getMappedPort(PORT);
      bootstrap = broker.bootstrapServers();
      ApicurioClients clients = new ApicurioClients(bootstrap, registry);
      try {
        start();
        Map<String, List<String>> sent = clients.produce(EVENTS);
        awaitReceived(clients, EVENTS);
        assertThat(clients.mirrored()).isEqualTo(sent);
        assertDigestsEqual();
        stop();

        start();
        clients.produce(EVENTS);
        awaitReceived(clients, 2 * EVENTS);
        assertDigestsEqual();
        stop();
        assertRefusedWithoutRegistry();
      } finally {
        stop();
      }
    }
  }

  private static GenericContainer<?> apicurio() {
    return new GenericContainer<>(Engine.REGISTRY)
        .withExposedPorts(PORT)
        .waitingFor(Wait.forHttp("/apis/ccompat/v7/subjects").forStatusCode(200))
        .withStartupTimeout(PATIENCE);
  }

  private void start() throws Exception {
    processes.add(windsock("topology", "topology", "--rules", "none", "--data", path("topology")));
    for (String mirror : MIRRORS) {
      int port = FreePort.any();
      urls.put(mirror, "http://127.0.0.1:" + port);
      processes.add(site(mirror, port, registryOption()));
    }
    for (String url : urls.values()) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> get(url + "/health/ready").statusCode() == 200);
    }
  }

  private List<String> registryOption() {
    return List.of("--schema-registry", registry + "/apis/ccompat/v7");
  }

  private WindsockProcess site(String name, int port, List<String> more) throws IOException {
    List<String> args =
        new ArrayList<>(List.of("site", "--role", "mirror", "--name", name, "-b", bootstrap));
    args.addAll(List.of("--port", String.valueOf(port), "--data", path(name)));
    args.addAll(more);
    return new WindsockProcess(folder.resolve(name + ".log"), args.toArray(String[]::new));
  }

  private WindsockProcess windsock(String log, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("-b", bootstrap));
    all.addAll(registryOption());
    return new WindsockProcess(folder.resolve(log + ".log"), all.toArray(String[]::new));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void stop() throws InterruptedException {
    for (WindsockProcess process : processes) {
      process.kill();
    }
    processes.clear();
  }

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMinutes(1)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static void awaitReceived(ApicurioClients clients, long events) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(clients.received()).isEqualTo(events));
  }

  private void assertDigestsEqual() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              JsonNode first = digest("m1");
              assertThat(digest("m2").path("digest").asText())
                  .isEqualTo(first.path("digest").asText())
                  .isNotEmpty();
              assertThat(first.path("consistent").asBoolean()).isTrue();
              assertThat(first.path("keys").asInt()).isPositive();
              assertThat(lacks("m1")).isZero();
              assertThat(lacks("m2")).isZero();
            });
  }

  private JsonNode digest(String mirror) throws Exception {
    return JSON.readTree(get(urls.get(mirror) + "/v1/digest?verify=true").body());
  }

  /** What the site lacks of its log, and what the rules have withheld from it. */
  private long lacks(String mirror) throws Exception {
    return JSON.readTree(get(urls.get(mirror) + "/v1/sites").body())
        .at("/staleness/events")
        .asLong(-1);
  }

  private void assertRefusedWithoutRegistry() throws Exception {
    assertRefused("topology", "--rules", "none", "--data", path("topology"));
    assertRefused("site", "--role", "mirror", "--name", "m1", "--data", path("m1"), "--port", "0");
    assertRefused("controller", "--port", "0");
  }

  private void assertRefused(String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("-b", bootstrap));
    Path log = folder.resolve("refused-" + args[0] + ".log");
    try (WindsockProcess process = new WindsockProcess(log, all.toArray(String[]::new))) {
      assertThat(process.exitCode(PATIENCE)).isEqualTo(2);
    }
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.startsWith("windsock " + args[0] + ":"))
        .singleElement()
        .asString()
        .startsWith("windsock " + args[0] + ": topics windsock.*: their records were framed with")
        .contains("was --schema-registry, or --domain, changed?");
  }
}
