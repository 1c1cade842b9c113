package io.windsock.system.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.system.WindsockCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the parts of {@code docker/kubernetes} to each other, and to the commands that they run.
 */
class ManifestsTest {
  private static final String IMAGE = "windsock/windsock";
  private static final String KAFKA = "events";
  private static final long USER = 10_001;

  static List<Manifest> windsock() throws IOException {
    return Manifest.all().stream().filter(Manifest::runsWindsock).toList();
  }

  @ParameterizedTest
  @MethodSource("windsock")
  void shouldSetOnlyOptionsOfItsCommand(Manifest manifest) {
    WindsockCommand command = Commands.of(manifest.container());

    assertThat(command.withoutOption()).isEmpty();
    assertThat(command.faults()).isEmpty();
    assertThat(command.environment().values()).noneMatch(value -> value.contains("$("));
  }

  @Test
  void shouldFindAWrongOption() throws IOException {
    JsonNode site = Manifest.one("StatefulSet", "mirror").container().deepCopy();
    ObjectNode role = (ObjectNode) site.path("env").path(3);
    assertThat(role.path("name").asText()).isEqualTo("WINDSOCK_ROLE");

    role.put("value", "miror");
    assertThat(Commands.of(site).faults()).contains("--role", "miror");
    role.put("name", "WINDSOCK_ROLL");
    assertThat(Commands.of(site).faults()).contains("WINDSOCK_ROLL");
    assertThat(Commands.of(site).help()).contains("--role=").doesNotContain("--replication=");
  }

  @ParameterizedTest
  @MethodSource("windsock")
  void shouldSelectThePodsThatItMakes(Manifest manifest) {
    JsonNode labels = manifest.template().at("/metadata/labels");

    assertThat(selects(manifest.content().at("/spec/selector/matchLabels"), labels)).isTrue();
    for (JsonNode spread : manifest.pod().path("topologySpreadConstraints")) {
      assertThat(selects(spread.at("/labelSelector/matchLabels"), labels)).isTrue();
    }
  }

  @Test
  void shouldSelectPodsOfOneRoleByServicesAndBudgets() throws IOException {
    Map<String, JsonNode> selectors = new HashMap<>();
    Manifest.of("Service")
        .forEach(found -> selectors.put(found.toString(), at(found, "/spec/selector")));
    Manifest.of("PodDisruptionBudget")
        .forEach(found -> selectors.put(found + "", at(found, "/spec/selector/matchLabels")));

    assertThat(selectors).hasSize(12);
    for (JsonNode selector : selectors.values()) {
      assertThat(windsock().stream().filter(pods -> selects(selector, labels(pods)))).hasSize(1);
    }
    JsonNode all = at(Manifest.one("NetworkPolicy", "windsock"), "/spec/podSelector/matchLabels");
    assertThat(windsock()).allMatch(pods -> selects(all, labels(pods)));
  }

  private static JsonNode at(Manifest manifest, String place) {
    return manifest.content().at(place);
  }

  private static JsonNode labels(Manifest manifest) {
    return manifest.template().at("/metadata/labels");
  }

  private static boolean selects(JsonNode selector, JsonNode labels) {
    return !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
  }

  @Test
  void shouldLeadServicesToPortsThatAreThere() throws IOException {
    for (Manifest service : Manifest.of("Service")) {
      JsonNode selector = at(service, "/spec/selector");
      Manifest pods =
          windsock().stream()
              .filter(made -> selects(selector, labels(made)))
              .findAny()
              .orElseThrow();
      Set<String> ports = new HashSet<>();
      pods.container().path("ports").forEach(port -> ports.add(port.path("name").asText()));
      for (JsonNode port : at(service, "/spec/ports")) {
        assertThat(ports).contains(port.path("targetPort").asText());
      }
    }
    for (Manifest set : Manifest.of("StatefulSet")) {
      Manifest service = Manifest.one("Service", at(set, "/spec/serviceName").asText());
      assertThat(at(service, "/spec/clusterIP").asText()).isEqualTo("None");
    }
  }

  @ParameterizedTest
  @MethodSource("windsock")
  void shouldServeHealthAndMetricsOnThePortThatIsAsked(Manifest manifest) {
    WindsockCommand command = Commands.of(manifest.container());
    JsonNode port = manifest.container().path("ports").path(0);
    JsonNode annotations = manifest.template().at("/metadata/annotations");

    assertThat(command.environment())
        .containsEntry("WINDSOCK_HOST", "0.0.0.0")
        .containsEntry("WINDSOCK_PORT", port.path("containerPort").asText());
    assertThat(annotations.path("prometheus.io/port").asText())
        .isEqualTo(port.path("containerPort").asText());
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode get = manifest.container().path(probe).path("httpGet");
      assertThat(get.path("port")).isEqualTo(port.path("name"));
      assertThat(get.path("path").asText()).isEqualTo(path(probe, command));
    }
  }

  /** Without Kafka, sites aren't ready, but serve what they have: a Service must find them. */
  private static String path(String probe, WindsockCommand command) {
    if (!probe.equals("readinessProbe")) {
      return "/health/live";
    }
    return command.arguments().get(0).equals("site") ? "/health/serving" : "/health/ready";
  }

  /** Whoever is in the cluster calls a pod by a Service, in any form that its DNS resolves. */
  @ParameterizedTest
  @MethodSource("windsock")
  void shouldAnswerByTheNamesOfItsServices(Manifest manifest) throws IOException {
    List<String> services = new ArrayList<>();
    for (Manifest service : Manifest.of("Service")) {
      if (selects(at(service, "/spec/selector"), labels(manifest))) {
        services.add(at(service, "/metadata/name").asText());
      }
    }
    String set = at(manifest, "/spec/serviceName").asText();
    if (!set.isEmpty()) {
      services.add(at(manifest, "/metadata/name").asText() + "-0." + set);
    }
    List<String> names =
        List.of(
            Commands.of(manifest.container(), at(manifest, "/metadata/name").asText() + "-0")
                .environment()
                .getOrDefault("WINDSOCK_ALLOW_HOST", "")
                .split("\\s*,\\s*", -1));

    assertThat(services).isNotEmpty();
    for (String service : services) {
      assertThat(names)
          .contains(
              service,
              service + ".windsock",
              service + ".windsock.svc",
              service + ".windsock.svc.cluster.local");
    }
    assertThat(names).hasSize(4 * services.size());
  }

  @ParameterizedTest
  @MethodSource("windsock")
  void shouldRunWithoutRights(Manifest manifest) {
    JsonNode pod = manifest.pod();
    JsonNode container = manifest.container();

    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/securityContext/runAsUser").asLong()).isEqualTo(USER);
    assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
    assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(container.at("/securityContext/capabilities/drop/0").asText()).isEqualTo("ALL");
    assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
    assertThat(pod.path("enableServiceLinks").asBoolean(true)).isFalse();
    assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThanOrEqualTo(40);
  }

  @ParameterizedTest
  @MethodSource("windsock")
  void shouldMountWhatItWritesTo(Manifest manifest) {
    Set<String> volumes = new HashSet<>();
    manifest.pod().path("volumes").forEach(volume -> volumes.add(volume.path("name").asText()));
    for (JsonNode claim : at(manifest, "/spec/volumeClaimTemplates")) {
      volumes.add(claim.at("/metadata/name").asText());
    }
    List<String> paths = new ArrayList<>();
    for (JsonNode mount : manifest.container().path("volumeMounts")) {
      assertThat(volumes).contains(mount.path("name").asText());
      paths.add(mount.path("mountPath").asText());
    }
    String data = Commands.of(manifest.container()).environment().get("WINDSOCK_DATA");

    assertThat(paths).contains("/tmp");
    if (data != null) {
      assertThat(paths).anyMatch(path -> data.startsWith(path + "/"));
    }
  }

  @Test
  void shouldListEachMirrorAsAPeer() throws IOException {
    Manifest mirror = Manifest.one("StatefulSet", "mirror");
    WindsockCommand command = Commands.of(mirror.container());
    List<String> peers =
        command.arguments().stream().filter(given -> given.startsWith("--peer=")).toList();

    assertThat(peers).hasSize(at(mirror, "/spec/replicas").asInt());
    assertThat(peers).contains("--peer=" + command.environment().get("WINDSOCK_ADVERTISED_URL"));
    assertThat(Commands.of(Manifest.one("StatefulSet", "central").container()).arguments())
        .containsAll(peers);
  }

  @Test
  void shouldOpenTheLinksOfGatewaysToRequestersAndThoseOfMirrorsToGateways() throws IOException {
    Manifest gateway = Manifest.one("StatefulSet", "gateway");
    for (Manifest pods : List.of(gateway, Manifest.one("StatefulSet", "mirror"))) {
      String name = pods.name();
      JsonNode links = pods.container().path("ports").path(1);
      assertThat(links.path("name").asText()).as(name).isEqualTo("links");
      assertThat(Commands.of(pods.container()).environment())
          .containsEntry("WINDSOCK_LINK_PORT", links.path("containerPort").asText());
      Manifest policy = Manifest.one("NetworkPolicy", name + "-links");
      JsonNode to = at(policy, "/spec/podSelector/matchLabels");
      assertThat(windsock().stream().filter(all -> selects(to, labels(all)))).containsExactly(pods);
      assertThat(at(policy, "/spec/ingress/0/ports/0/port").asText()).isEqualTo("links");
    }
    JsonNode from =
        at(Manifest.one("NetworkPolicy", "mirror-links"), "/spec/ingress/0/from/0/podSelector");
    assertThat(windsock().stream().filter(pods -> selects(from.path("matchLabels"), labels(pods))))
        .containsExactly(gateway);
    assertThat(at(gateway, "/spec/replicas").asInt()).isGreaterThan(1);
  }

  @Test
  void shouldReachKafkaAndFitItsReplicas() throws IOException {
    Manifest kafka = Manifest.one("Kafka", KAFKA);
    Manifest nodes = Manifest.one("KafkaNodePool", "nodes");
    JsonNode config = at(kafka, "/spec/kafka/config");
    String port = at(kafka, "/spec/kafka/listeners/0/port").asText();

    assertThat(nodes.content().at("/metadata/labels").path("strimzi.io/cluster").asText())
        .isEqualTo(KAFKA);
    assertThat(at(nodes, "/spec/replicas").asInt()).isEqualTo(3);
    assertThat(config.path("min.insync.replicas").asInt()).isEqualTo(2);
    assertThat(config.path("transaction.state.log.min.isr").asInt()).isEqualTo(2);
    for (Manifest manifest : windsock()) {
      assertThat(Commands.of(manifest.container()).environment())
          .containsEntry("WINDSOCK_BOOTSTRAP_SERVER", KAFKA + "-kafka-bootstrap:" + port);
    }
    Map<String, String> topology =
        Commands.of(Manifest.one("StatefulSet", "topology").container()).environment();
    assertThat(topology).containsEntry("WINDSOCK_REPLICATION", "3");
    int shared =
        at(Manifest.one("StatefulSet", "topology"), "/spec/replicas").asInt()
            * Integer.parseInt(topology.getOrDefault("WINDSOCK_THREADS", ""));
    assertThat(Integer.parseInt(topology.getOrDefault("WINDSOCK_PARTITIONS", "")) % shared)
        .isZero();
  }

  @Test
  void shouldBeListedByTheKustomization() throws IOException {
    JsonNode kustomization = Manifest.kustomization();
    List<String> resources = new ArrayList<>();
    kustomization.path("resources").forEach(resource -> resources.add(resource.asText()));
    List<String> fields = new ArrayList<>();
    kustomization.fieldNames().forEachRemaining(fields::add);

    assertThat(fields)
        .containsExactlyInAnyOrder("apiVersion", "kind", "namespace", "resources", "images");
    assertThat(resources).containsExactlyInAnyOrderElementsOf(Manifest.files());
    assertThat(Manifest.one("Namespace", kustomization.path("namespace").asText())).isNotNull();
    assertThat(kustomization.at("/images/0/name").asText()).isEqualTo(IMAGE);
    assertThat(windsock())
        .isNotEmpty()
        .allMatch(manifest -> manifest.container().path("image").asText().equals(IMAGE));
  }
}
