package io.windsock.system.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds {@code docker/kubernetes} to the schemas of Kubernetes and Strimzi. No cluster is asked.
 */
class SchemasTest {
  private static final String KAFKA = "events";

  static List<Manifest> all() throws IOException {
    return Manifest.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldFitItsSchema(Manifest manifest) {
    assertThat(Schemas.fault(manifest.content())).isNull();
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake("StatefulSet", "mirror", "/spec", spec -> spec.put("replica", 3)),
        mistake("StatefulSet", "mirror", "/spec", spec -> spec.put("replicas", "three")),
        mistake("StatefulSet", "mirror", "/spec", spec -> spec.remove("selector")),
        mistake("StatefulSet", "mirror", "/spec/template/spec", pod -> pod.put("hostname", 1.5)),
        mistake(
            "StatefulSet",
            "mirror",
            "/spec/template/spec/containers/0/readinessProbe",
            probe -> probe.put("periodSecond", 3)),
        mistake(
            "StatefulSet",
            "mirror",
            "/spec/template/spec/containers/0",
            container -> container.remove("name")),
        mistake(
            "StatefulSet",
            "mirror",
            "/spec/volumeClaimTemplates/0/spec/resources/requests",
            requests -> requests.put("storage", "20Gigs")),
        mistake(
            "Deployment",
            "controller",
            "/spec/template/spec/securityContext",
            context -> context.put("runAsNonRoot", "always")),
        mistake("Deployment", "controller", "", object -> object.put("apiVersion", "apps/v1beta1")),
        mistake("Service", "central", "/spec/ports/0", port -> port.remove("port")),
        mistake("PodDisruptionBudget", "mirror", "/spec", spec -> spec.put("maxUnavailabel", 1)),
        mistake("NetworkPolicy", "windsock", "/spec", spec -> spec.put("podSelector", "all")),
        mistake("Kafka", KAFKA, "/spec", spec -> spec.putObject("zookeeper")),
        mistake("Kafka", KAFKA, "/spec/kafka", kafka -> kafka.put("replicas", 3)),
        mistake("Kafka", KAFKA, "/spec/kafka/listeners/0", listener -> listener.put("prt", 1)),
        mistake("Kafka", KAFKA, "/spec/kafka/listeners/0", one -> one.put("type", "inside")),
        mistake("Kafka", KAFKA, "", object -> object.put("apiVersion", "kafka.strimzi.io/v1beta2")),
        mistake("KafkaNodePool", "nodes", "/spec", spec -> spec.put("replicas", "three")),
        mistake(
            "KafkaNodePool", "nodes", "/spec/storage/volumes/0", volume -> volume.put("class", 1)),
        mistake(
            "KafkaNodePool",
            "nodes",
            "/spec/template/pod",
            pod -> pod.put("enableServiceLink", false)));
  }

  private static Arguments mistake(
      String kind, String name, String at, Consumer<ObjectNode> change) {
    return Arguments.of(kind, name, at, change);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void shouldFindAMistake(String kind, String name, String at, Consumer<ObjectNode> change)
      throws IOException {
    JsonNode wrong = Manifest.one(kind, name).content().deepCopy();
    change.accept((ObjectNode) wrong.at(at));

    assertThat(Schemas.fault(wrong)).isNotNull();
  }
}
