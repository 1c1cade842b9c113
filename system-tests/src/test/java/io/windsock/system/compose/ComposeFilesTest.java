package io.windsock.system.compose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.windsock.system.Repository;
import io.windsock.system.Tool;
import io.windsock.system.WindsockCommand;
import io.windsock.system.compose.ComposeService.Mount;
import io.windsock.system.compose.ComposeService.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of the compose files without an engine. */
class ComposeFilesTest {
  private static final String CLUSTER = "docker/compose.yaml";
  private static final String SMALL = "docker/compose.small.yaml";
  private static final String REMOTE = "docker/compose.remote.yaml";
  private static final String AIRGAP = "docker/airgap/compose.yaml";
  private static final Pattern SERVER = Pattern.compile("([\\w-]+):(\\d+)");

  private static ComposeFile read(String file) {
    return ComposeFile.read(file, Map.of());
  }

  static Stream<Arguments> services() {
    return Stream.of(CLUSTER, SMALL, REMOTE)
        .flatMap(
            file ->
                read(file).services().values().stream()
                    .map(service -> Arguments.of(file, service.name(), service)));
  }

  static Stream<Arguments> roles() {
    return services().filter(each -> ((ComposeService) each.get()[2]).isWindsock());
  }

  /** By the program itself, where it is installed; it needs no engine for that. */
  @ParameterizedTest
  @ValueSource(strings = {CLUSTER, SMALL, REMOTE, CLUSTER + " " + AIRGAP})
  void shouldBeTakenByDockerCompose(String files, @TempDir Path folder) throws Exception {
    Tool compose = Tool.orSkip("docker-compose", "docker-compose");
    List<String> arguments = new ArrayList<>();
    for (String file : files.split(" ", -1)) {
      arguments.addAll(List.of("-f", Repository.path(file).toString()));
    }
    arguments.addAll(List.of("config", "-q"));

    Tool.Result result = compose.run(folder.resolve("log"), arguments.toArray(String[]::new));

    assertThat(result.exit()).as(result.output()).isZero();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("services")
  void shouldPublishOnLoopbackOnly(String file, String name, ComposeService service) {
    assertThat(service.ports()).allMatch(port -> port.address().equals("127.0.0.1"));
    assertThat(service.text("network_mode")).isEmpty();
    assertThat(service.content().path("privileged").asBoolean()).isFalse();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("services")
  void shouldStopTryingAfterSomeFailures(String file, String name, ComposeService service) {
    assertThat(service.text("restart")).isIn("no", "on-failure:5");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("services")
  void shouldBoundItsLog(String file, String name, ComposeService service) {
    assertThat(service.content().at("/logging/options/max-size").asText()).isEqualTo("10m");
    assertThat(service.content().at("/logging/options/max-file").asText()).isEqualTo("3");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("services")
  void shouldWaitForWhatCanBeWaitedFor(String file, String name, ComposeService service) {
    ComposeFile compose = read(file);
    service
        .dependsOn()
        .forEach(
            (other, condition) -> {
              ComposeService on = compose.service(other);
              boolean checked = on.isWindsock() || on.content().has("healthcheck");
              boolean ends = on.text("restart").equals("no");
              assertThat(condition)
                  .as(other)
                  .isEqualTo(
                      ends
                          ? "service_completed_successfully"
                          : checked ? "service_healthy" : "service_started");
            });
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("services")
  void shouldMountWhatIsThere(String file, String name, ComposeService service) {
    ComposeFile compose = read(file);
    for (Mount mount : service.mounts()) {
      if (mount.isPath()) {
        assertThat(compose.folder().resolve(mount.source())).exists();
        assertThat(mount.readOnly()).as(mount.source()).isTrue();
      } else {
        assertThat(compose.volumes()).contains(mount.source());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CLUSTER, SMALL, REMOTE})
  void shouldUseItsVolumesAndEachPortOnce(String file) {
    Set<String> mounted = new HashSet<>();
    Map<Integer, String> owners = new HashMap<>();
    for (ComposeService service : read(file).services().values()) {
      service.mounts().forEach(mount -> mounted.add(mount.source()));
      service.ports().stream()
          .flatMapToInt(ComposeFilesTest::numbers)
          .forEach(
              port -> assertThat(owners.put(port, service.name())).as("port %d", port).isNull());
    }
    assertThat(mounted).containsAll(read(file).volumes());
  }

  private static IntStream numbers(Port port) {
    String[] ends = port.host().split("-", -1);
    return IntStream.rangeClosed(
        Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("roles")
  void shouldConfineWindsock(String file, String name, ComposeService service) {
    assertThat(service.content().path("read_only").asBoolean()).isTrue();
    assertThat(service.tmpfs()).containsEntry("/tmp", "exec");
    assertThat(service.texts("cap_drop")).containsExactly("ALL");
    assertThat(service.texts("security_opt")).containsExactly("no-new-privileges:true");
    assertThat(service.text("stop_grace_period")).isEqualTo("40s");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("roles")
  void shouldSetOnlyWhatTheCommandTakes(String file, String name, ComposeService service) {
    if (!service.texts("entrypoint").isEmpty()) {
      return; // a line of shell
    }
    Map<String, String> environment = new HashMap<>(service.environment());
    if (environment.containsKey("SITE_SLOTS")) { // as docker/entrypoint has it
      environment.put("WINDSOCK_NAME", "mirror-1");
      environment.put("WINDSOCK_DATA", "/var/lib/windsock/mirror-1/site");
      environment.put("WINDSOCK_ADVERTISED_URL", "http://host:8080");
    }
    environment.remove("WINDSOCK_JAVA_OPTS");
    WindsockCommand command = new WindsockCommand(service.command(), environment);

    assertThat(command.withoutOption()).isEmpty();
    assertThat(command.faults()).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("roles")
  void shouldServeTheReadinessThatTheImageAsksFor(
      String file, String name, ComposeService service) {
    if (service.content().path("healthcheck").path("disable").asBoolean()) {
      assertThat(service.text("restart")).isEqualTo("no");
    } else {
      String http = isLink(service) ? "WINDSOCK_HTTP_" : "WINDSOCK_";
      assertThat(service.environment())
          .containsEntry(http + "PORT", "8080")
          .containsEntry(http + "HOST", "0.0.0.0");
    }
  }

  /** A side of a link: its port of HTTP is not the line's. */
  private static boolean isLink(ComposeService service) {
    return service.command().contains("link");
  }

  private static boolean serves(ComposeService service) {
    Map<String, String> environment = service.environment();
    return environment.containsKey("WINDSOCK_PORT")
        || environment.containsKey("WINDSOCK_HTTP_PORT");
  }

  /** Prometheus and whoever else is in the network call it by the name of its service. */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("roles")
  void shouldAnswerByItsName(String file, String name, ComposeService service) {
    if (serves(service)) {
      String names = service.environment().getOrDefault("WINDSOCK_ALLOW_HOST", "");
      assertThat(names.split(",", -1)).contains(name);
    }
  }

  /**
   * Clients are browsers on this machine: they reach sites by published ports. Within a container
   * such a URL leads to no site, or a site could join by its own snapshot.
   */
  @ParameterizedTest
  @ValueSource(strings = {CLUSTER, SMALL, REMOTE})
  void shouldTellClientsOfTheMirrorsThatTheyReach(String file) {
    ComposeService mirror = read(file).service("mirror");
    List<String> reachable =
        mirror.ports().stream()
            .flatMapToInt(ComposeFilesTest::numbers)
            .mapToObj(port -> "http://127.0.0.1:" + port)
            .toList();

    assertThat(peers(read(file).service("central"))).containsExactlyElementsOf(reachable);
    if (reachable.size() > 1) {
      assertThat(peers(mirror)).containsExactlyElementsOf(reachable);
    }
    String itself = ":" + mirror.environment().get("WINDSOCK_PORT");
    assertThat(reachable).noneMatch(url -> url.endsWith(itself));
  }

  /** Gateways reach each other by their containers' names, and browsers both by published ports. */
  @Test
  void shouldTellClientsOfTheGatewaysThatTheyReach() {
    List<ComposeService> gateways =
        List.of(read(CLUSTER).service("gateway-1"), read(CLUSTER).service("gateway-2"));
    List<String> reachable =
        gateways.stream()
            .map(gateway -> gateway.ports().get(0))
            .map(port -> "http://127.0.0.1:" + port.host())
            .toList();
    assertThat(gateways).allSatisfy(it -> assertThat(peers(it)).isEqualTo(reachable));
  }

  private static List<String> peers(ComposeService site) {
    return List.of(site.environment().getOrDefault("WINDSOCK_PEER", "").split(",", -1));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("roles")
  void shouldKnowAllBrokers(String file, String name, ComposeService service) {
    String servers = service.environment().get("WINDSOCK_BOOTSTRAP_SERVER");
    if (servers == null) {
      assertThat(name).isIn("feed", "link-credentials");
      return;
    }
    String first = servers.split(":", 2)[0];
    assertThat(servers.split(",", -1))
        .containsExactlyInAnyOrderElementsOf(
            sameCluster(file, read(file).service(first)).stream()
                .map(broker -> broker.name() + ":9092")
                .toList());
  }

  private static String cluster(ComposeService broker) {
    return broker.environment().getOrDefault("CLUSTER_ID", "");
  }

  private static List<ComposeService> sameCluster(String file, ComposeService one) {
    return brokers(file).stream().filter(it -> cluster(it).equals(cluster(one))).toList();
  }

  @Test
  void shouldLinkTwoClusters() {
    ComposeFile all = read(REMOTE);
    assertThat(brokers(REMOTE)).extracting(ComposeFilesTest::cluster).doesNotHaveDuplicates();
    assertThat(brokers(REMOTE)).hasSize(2);
    assertThat(all.service("link-sender").environment().get("WINDSOCK_BOOTSTRAP_SERVER"))
        .isEqualTo(all.service("topology").environment().get("WINDSOCK_BOOTSTRAP_SERVER"));
    assertThat(all.service("link-sender").command()).contains("link-receiver:9600");
    String remote = all.service("link-receiver").environment().get("WINDSOCK_BOOTSTRAP_SERVER");
    assertThat(remote).isEqualTo("remote-kafka:9092");
    assertThat(all.service("remote-mirror").environment())
        .containsEntry("WINDSOCK_BOOTSTRAP_SERVER", remote);
    assertThat(all.service("remote-mirror").command())
        .containsSequence("--role", "mirror")
        .containsSequence("--rebuild", "if-unusable"); // the link may copy anew, to another topic
  }

  private static List<ComposeService> brokers(String file) {
    return read(file).services().values().stream()
        .filter(service -> service.environment().containsKey("KAFKA_NODE_ID"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {CLUSTER, SMALL, REMOTE})
  void shouldMakeAQuorumOfItsBrokers(String file) {
    List<ComposeService> brokers = brokers(file);
    for (ComposeService broker : brokers) {
      String voters =
          sameCluster(file, broker).stream()
              .map(it -> it.environment().get("KAFKA_NODE_ID") + "@" + it.name() + ":9093")
              .collect(Collectors.joining(","));
      Port port = broker.ports().get(0);
      assertThat(broker.text("hostname")).isEqualTo(broker.name());
      assertThat(broker.environment())
          .containsEntry("KAFKA_CONTROLLER_QUORUM_VOTERS", voters)
          .containsEntry(
              "KAFKA_ADVERTISED_LISTENERS",
              "INTERNAL://" + broker.name() + ":9092,HOST://127.0.0.1:" + port.host());
    }
  }

  @Test
  void shouldReplicateThriceAndNeedTwo() {
    for (ComposeService broker : brokers(CLUSTER)) {
      broker
          .environment()
          .forEach(
              (name, value) -> {
                if (name.endsWith("REPLICATION_FACTOR")) {
                  assertThat(value).as(name).isEqualTo("3");
                } else if (name.endsWith("MIN_ISR") || name.endsWith("MIN_INSYNC_REPLICAS")) {
                  assertThat(value).as(name).isEqualTo("2");
                }
              });
    }
    assertThat(brokers(CLUSTER)).hasSize(3);
    assertThat(read(CLUSTER).service("topology-1").command())
        .containsSequence("--replication", "3");
  }

  @Test
  void shouldScrapeServicesThatServe() throws IOException {
    Map<String, ComposeService> services = read(CLUSTER).services();
    JsonNode config =
        new YAMLMapper().readTree(Repository.path("docker/prometheus/prometheus.yml").toFile());
    Set<String> scraped = new HashSet<>();
    for (JsonNode target : config.findValues("targets")) {
      target.forEach(
          each -> {
            var server = SERVER.matcher(each.asText());
            assertThat(server.matches()).as(each.asText()).isTrue();
            assertThat(server.group(2)).isEqualTo("8080");
            scraped.add(server.group(1));
          });
    }
    config.findValues("names").forEach(names -> names.forEach(it -> scraped.add(it.asText())));

    Stream<ComposeService> links =
        read(REMOTE).services().values().stream().filter(ComposeFilesTest::serves);
    Set<String> serve =
        Stream.concat(
                services.values().stream().filter(ComposeFilesTest::serves),
                links.filter(ComposeFilesTest::isLink))
            .map(ComposeService::name)
            .collect(Collectors.toSet());
    assertThat(scraped).isEqualTo(serve);
  }

  /** Each by the job of its role, which the dashboards go by. */
  @Test
  void shouldScrapeBothSitesOfALink() throws IOException {
    JsonNode config =
        new YAMLMapper().readTree(Repository.path("docker/prometheus/remote.yml").toFile());
    Map<String, String> jobs = new HashMap<>();
    for (JsonNode job : config.path("scrape_configs")) {
      for (JsonNode targets : job.findValues("targets")) {
        targets.forEach(target -> jobs.put(target.asText(), job.path("job_name").asText()));
      }
    }

    assertThat(jobs)
        .isEqualTo(
            read(REMOTE).services().values().stream()
                .filter(ComposeFilesTest::serves)
                .collect(Collectors.toMap(it -> it.name() + ":8080", ComposeFilesTest::job)));
    assertThat(read(REMOTE).service("prometheus").command())
        .contains("--config.file=/etc/prometheus/remote.yml");
  }

  private static String job(ComposeService service) {
    if (isLink(service)) {
      return "windsock-link-" + (service.command().contains("send") ? "sender" : "receiver");
    }
    return "windsock-" + service.command().get(0);
  }

  @Test
  void shouldReplaceOnlyImagesByThoseThatAreMade() throws IOException {
    String build = Files.readString(Repository.path("docker/airgap/build"));
    read(AIRGAP)
        .services()
        .forEach(
            (name, service) -> {
              assertThat(read(CLUSTER).services()).containsKey(name);
              service
                  .content()
                  .fieldNames()
                  .forEachRemaining(field -> assertThat(field).isIn("image", "profiles"));
              if (!service.image().isEmpty()) {
                assertThat(build).contains(service.image().replaceFirst(":\\d.*", ":"));
              }
            });
  }
}
