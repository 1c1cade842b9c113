package io.windsock.system.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schemas that manifests are held to: Kubernetes' by the classes made of its OpenAPI file,
 * which know what a field holds, which fields there are and which must be there; Strimzi's by its
 * own model, read without a place for fields that it does not know, and without those that its
 * {@code v1} has no more, which are deprecated there.
 */
final class Schemas {
  private static final Map<String, Class<?>> KUBERNETES =
      Map.of(
          "v1 Namespace", V1Namespace.class,
          "v1 Service", V1Service.class,
          "apps/v1 Deployment", V1Deployment.class,
          "apps/v1 StatefulSet", V1StatefulSet.class,
          "policy/v1 PodDisruptionBudget", V1PodDisruptionBudget.class,
          "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy.class);

  private static final Map<String, Class<?>> STRIMZI =
      Map.of(
          "kafka.strimzi.io/v1 Kafka", Kafka.class,
          "kafka.strimzi.io/v1 KafkaNodePool", KafkaNodePool.class);

  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .setAnnotationIntrospector(new KnownFields())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES);

  private Schemas() {}

  /** What is wrong with an object; null if nothing. */
  static @Nullable String fault(JsonNode object) {
    String type = object.path("apiVersion").asText() + " " + object.path("kind").asText();
    Class<?> kubernetes = KUBERNETES.get(type);
    Class<?> strimzi = STRIMZI.get(type);
    try {
      if (kubernetes != null) {
        String read = JSON.serialize(JSON.deserialize(object.toString(), kubernetes));
        return lost(object, STRICT.readTree(read), "");
      }
      if (strimzi != null) {
        JsonNode read = STRICT.valueToTree(STRICT.treeToValue(object, strimzi));
        return lost(object.path("spec"), read.path("spec"), "/spec");
      }
      return "no schema for " + type;
    } catch (RuntimeException | JsonProcessingException e) {
      return e.toString();
    }
  }

  /**
   * The first value that is another after it was read and written again: it was none of those that
   * the field can have, or of another type; null if there is none. A {@code false} may be left out.
   */
  private static @Nullable String lost(JsonNode given, JsonNode written, String place) {
    if (given.isObject()) {
      for (Map.Entry<String, JsonNode> field : given.properties()) {
        String name = field.getKey();
        String lost = lost(field.getValue(), written.path(name), place + "/" + name);
        if (lost != null) {
          return lost;
        }
      }
      return null;
    }
    if (given.isArray()) {
      for (int i = 0; i < given.size(); i++) {
        String lost = lost(given.path(i), written.path(i), place + "/" + i);
        if (lost != null) {
          return lost;
        }
      }
      return null;
    }
    boolean leftOut = written.isMissingNode() && given.equals(BooleanNode.FALSE);
    return leftOut || given.equals(written) ? null : place + " is " + given + ", not " + written;
  }

  /** Leaves out the place for unknown fields, and deprecated fields, which {@code v1} lacks. */
  private static final class KnownFields extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated member) {
      return false;
    }

    @Override
    public boolean hasIgnoreMarker(AnnotatedMember member) {
      return member.hasAnnotation(Deprecated.class) || super.hasIgnoreMarker(member);
    }
  }
}
