package io.windsock.system.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.windsock.system.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An alert of {@code docker/prometheus/alerts.yml}.
 *
 * @param json as the file has it
 */
record Alert(String name, String expr, JsonNode json) {
  private static final YAMLMapper MAPPER = new YAMLMapper();

  static List<Alert> all() {
    List<Alert> alerts = new ArrayList<>();
    for (JsonNode group : yaml("docker/prometheus/alerts.yml").path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        alerts.add(new Alert(rule.path("alert").asText(), rule.path("expr").asText(), rule));
      }
    }
    return alerts;
  }

  static Alert named(String name) {
    return all().stream().filter(alert -> alert.name().equals(name)).findAny().orElseThrow();
  }

  static JsonNode yaml(String file) {
    try {
      return MAPPER.readTree(Repository.path(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
