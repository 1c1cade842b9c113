package io.windsock.system;

import static org.awaitility.Awaitility.await;

import io.windsock.system.compose.ComposeFile;
import io.windsock.system.compose.ComposeService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.testcontainers.lifecycle.Startables;

/**
 * The cluster of {@code docker/compose.yaml} by Testcontainers, from the images of {@code
 * docker/airgap}: the services, settings, health checks and order that the file gives. One thread
 * owns it; {@link #node} and {@link #get} may be used by any.
 */
final class Cluster implements AutoCloseable {
  static final List<String> BROKERS = List.of("kafka-1", "kafka-2", "kafka-3");
  static final List<String> SITES = List.of("central", "mirror-1", "mirror-2", "mirror-3");
  static final List<String> MIRRORS = SITES.subList(1, SITES.size());
  static final List<String> GATEWAYS = List.of("gateway-1", "gateway-2");
  static final List<String> CONTROLLERS = List.of("controller-1", "controller-2");
  static final List<String> TOPOLOGIES = List.of("topology-1", "topology-2");

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ACTIVE = "windsock_controller_active 1.0";

  /** Neither a second compiler nor a collector with threads of its own. */
  private static final String SMALL_JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  /** The images that there are; and a dozen JVMs that share a small machine. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "WINDSOCK_IMAGE", Engine.WINDSOCK,
          "KAFKA_IMAGE", Engine.KAFKA,
          "PROMETHEUS_IMAGE", Engine.PROMETHEUS,
          "WINDSOCK_JAVA_OPTS", "-Xmx384m " + SMALL_JVM,
          "KAFKA_HEAP_OPTS", "-Xms256m -Xmx512m " + SMALL_JVM);

  /** Its image is in registries only. */
  private static final String GRAFANA = "grafana";

  private final ComposeFile file;
  private final ClusterNodes making;
  private final Set<String> started = new HashSet<>();
  private final Map<String, ClusterNode> nodes = new LinkedHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private Cluster(ComposeFile file, Path logs) {
    this.file = file;
    making = new ClusterNodes(file, logs);
  }

  /**
   * Starts all of it that has no profile, and waits until every health check is passed.
   *
   * @param logs folder for what the containers print
   */
  static Cluster start(Path logs) {
    Cluster cluster = new Cluster(ComposeFile.read("docker/compose.yaml", VARIABLES), logs);
    try {
      cluster.up(service -> service.isIn(List.of()));
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts what a profile of the file adds, and waits as {@link #start} does. */
  void add(String profile) {
    up(service -> service.isIn(List.of(profile)) && !service.isIn(List.of()));
  }

  /** Starts some services in turns: all those together whose dependencies are met. */
  private void up(Predicate<ComposeService> some) {
    List<ComposeService> waiting = new ArrayList<>(file.services().values());
    waiting.removeIf(service -> !some.test(service) || service.name().equals(GRAFANA));
    while (!waiting.isEmpty()) {
      List<ComposeService> turn =
          waiting.stream()
              .filter(service -> started.containsAll(service.dependsOn().keySet()))
              .toList();
      if (turn.isEmpty()) {
        throw new IllegalStateException("nothing can start of " + waiting);
      }
      start(turn);
      turn.forEach(service -> started.add(service.name()));
      waiting.removeAll(turn);
    }
  }

  private void start(List<ComposeService> services) {
    List<ClusterNode> turn = services.stream().flatMap(it -> making.nodes(it).stream()).toList();
    turn.forEach(node -> nodes.put(node.name(), node));
    try {
      Startables.deepStart(turn.stream().map(ClusterNode::container).toList()).join();
    } catch (CompletionException e) {
      String nodes = turn.stream().map(ClusterNode::described).collect(Collectors.joining("\n"));
      throw new IllegalStateException(root(e) + "; the nodes:\n" + nodes, e);
    }
  }

  /** Testcontainers' own message names the image only. */
  private static Throwable root(Throwable e) {
    return e.getCause() == null ? e : root(e.getCause());
  }

  /** A node by its name: that of its service, with a number if there are several. */
  ClusterNode node(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }

  /** For clients on this machine. */
  String bootstrapServers() {
    return BROKERS.stream()
        .map(name -> "127.0.0.1:" + node(name).port())
        .collect(Collectors.joining(","));
  }

  /** The name of the controller that is active; waits for one. */
  String activeController() {
    return await("an active controller")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(this::active, name -> !name.isEmpty());
  }

  private String active() throws Exception {
    for (String name : CONTROLLERS) {
      if (get(name, "/metrics").lines().anyMatch(ACTIVE::equals)) {
        return name;
      }
    }
    return "";
  }

  /** Where the mirrors serve. */
  List<String> mirrorUrls() {
    return MIRRORS.stream().map(name -> node(name).url()).toList();
  }

  /** The body of an answer with status 200. */
  String get(String name, String path) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(node(name).url() + path))
                .timeout(Duration.ofSeconds(30))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(name + path + ": " + answer.statusCode());
    }
    return answer.body();
  }

  @Override
  public void close() {
    List<ClusterNode> all = new ArrayList<>(nodes.values());
    Collections.reverse(all);
    all.forEach(ClusterNode::close);
    making.close();
  }
}
