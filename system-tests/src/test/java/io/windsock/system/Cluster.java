package io.windsock.system;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.lifecycle.Startables;

/**
 * A cluster like that of {@code docker/compose.yaml}, by Testcontainers: three brokers, two
 * topologies, a central site, three mirrors, two controllers, from the images of {@code
 * docker/airgap}. One thread owns it; {@link #node} and {@link #get} may be used by any.
 */
final class Cluster implements AutoCloseable {
  static final List<String> BROKERS = List.of("kafka-1", "kafka-2", "kafka-3");
  static final List<String> SITES = List.of("central", "mirror-1", "mirror-2", "mirror-3");
  static final List<String> MIRRORS = SITES.subList(1, SITES.size());
  static final List<String> CONTROLLERS = List.of("controller-1", "controller-2");
  static final List<String> TOPOLOGIES = List.of("topology-1", "topology-2");

  private static final Duration STARTUP = Duration.ofMinutes(4);
  private static final int HOST_LISTENER = 19092;
  private static final int HTTP = 8080;

  private final Network network = Network.newNetwork();
  private final Path logs;
  private final Map<String, ClusterNode> nodes = new LinkedHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();

  private Cluster(Path logs) {
    this.logs = logs;
  }

  /** Starts all of it and waits until every health check is passed. */
  static Cluster start(Path logs) {
    Cluster cluster = new Cluster(logs);
    try {
      cluster.up();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void up() {
    List<ClusterNode> brokers = new ArrayList<>();
    for (int i = 0; i < BROKERS.size(); i++) {
      brokers.add(broker(i + 1, BROKERS.get(i)));
    }
    deepStart(brokers);
    deepStart(List.of(topology("topology-1")));
    deepStart(SITES.stream().map(this::site).toList());
    List<ClusterNode> rest = new ArrayList<>(List.of(topology("topology-2")));
    CONTROLLERS.forEach(name -> rest.add(controller(name)));
    deepStart(rest);
  }

  private static void deepStart(List<ClusterNode> together) {
    Startables.deepStart(together.stream().map(ClusterNode::container).toList()).join();
  }

  private ClusterNode added(ClusterNode node) {
    nodes.put(node.name(), node);
    return node;
  }

  private ClusterNode broker(int id, String name) {
    ClusterNode node = added(new ClusterNode(name, Engine.KAFKA, HOST_LISTENER, network, logs));
    node.container()
        .withEnv(brokerSettings(id, name, node.port()))
        .waitingFor(Wait.forLogMessage(".*Kafka Server started.*", 1).withStartupTimeout(STARTUP));
    return node;
  }

  private static Map<String, String> brokerSettings(int id, String name, int port) {
    Map<String, String> all = new HashMap<>();
    all.put("CLUSTER_ID", "d2luZHNvY2std2luZHNvYw");
    all.put("KAFKA_NODE_ID", String.valueOf(id));
    all.put("KAFKA_PROCESS_ROLES", "broker,controller");
    all.put("KAFKA_CONTROLLER_QUORUM_VOTERS", "1@kafka-1:9093,2@kafka-2:9093,3@kafka-3:9093");
    all.put("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER");
    all.put("KAFKA_INTER_BROKER_LISTENER_NAME", "INTERNAL");
    all.put(
        "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP",
        "INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT,HOST:PLAINTEXT");
    all.put("KAFKA_LISTENERS", "INTERNAL://:9092,CONTROLLER://:9093,HOST://:" + HOST_LISTENER);
    all.put("KAFKA_ADVERTISED_LISTENERS", "INTERNAL://" + name + ":9092,HOST://127.0.0.1:" + port);
    all.put("KAFKA_LOG_DIRS", "/var/lib/kafka/data");
    all.put("KAFKA_DEFAULT_REPLICATION_FACTOR", "3");
    all.put("KAFKA_MIN_INSYNC_REPLICAS", "2");
    all.put("KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "3");
    all.put("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "10");
    all.put("KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR", "3");
    all.put("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "2");
    all.put("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "10");
    all.put("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
    all.put("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
    all.put("KAFKA_HEAP_OPTS", "-Xms256m -Xmx512m");
    return all;
  }

  private ClusterNode role(String name, String... command) {
    ClusterNode node =
        added(new ClusterNode(name, Engine.WINDSOCK, HTTP, network, logs).confined());
    node.container()
        .withEnv("WINDSOCK_BOOTSTRAP_SERVER", "kafka-1:9092,kafka-2:9092,kafka-3:9092")
        .withEnv("WINDSOCK_HOST", "0.0.0.0")
        .withEnv("WINDSOCK_PORT", String.valueOf(HTTP))
        .withEnv("WINDSOCK_JAVA_OPTS", "-Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1")
        .withCommand(command)
        .waitingFor(Wait.forHealthcheck().withStartupTimeout(STARTUP));
    return node;
  }

  private ClusterNode topology(String name) {
    return role(name, "topology", "--replication", "3", "--data", "/var/lib/windsock/topology");
  }

  private ClusterNode site(String name) {
    String role = MIRRORS.contains(name) ? "mirror" : "central";
    ClusterNode node =
        role(name, "site", "--role", role, "--name", name, "--data", "/var/lib/windsock/site");
    node.container().withEnv("WINDSOCK_ADVERTISED_URL", "http://" + name + ":" + HTTP);
    return node;
  }

  /** It keeps the mirror topic whole, so that the test can count what is in it. */
  private ClusterNode controller(String name) {
    return role(name, "controller", "--name", name, "--rules", "none", "--trim", "none");
  }

  /** A node by its name. */
  ClusterNode node(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }

  /** For clients on this machine. */
  String bootstrapServers() {
    return BROKERS.stream()
        .map(name -> "127.0.0.1:" + node(name).port())
        .collect(Collectors.joining(","));
  }

  /** The body of an answer with status 200. */
  String get(String name, String path) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(node(name).url() + path))
                .timeout(Duration.ofSeconds(5))
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
    java.util.Collections.reverse(all);
    all.forEach(ClusterNode::close);
    network.close();
  }
}
