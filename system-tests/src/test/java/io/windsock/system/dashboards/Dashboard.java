package io.windsock.system.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.system.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A Grafana dashboard as its file has it. */
record Dashboard(String name, JsonNode json) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** All that are provisioned. */
  static List<Dashboard> all() {
    try (Stream<Path> files = Files.list(Repository.path("grafana/dashboards"))) {
      return files.sorted().map(Dashboard::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Dashboard read(Path file) {
    try {
      return new Dashboard(file.getFileName().toString(), MAPPER.readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy with something changed. */
  Dashboard with(Consumer<ObjectNode> change) {
    ObjectNode copy = json.deepCopy();
    change.accept(copy);
    return new Dashboard(name, copy);
  }

  /** What shows something: all panels but rows. */
  List<JsonNode> panels() {
    return elements(json.path("panels")).stream()
        .filter(panel -> !panel.path("type").asText().equals("row"))
        .toList();
  }

  List<JsonNode> variables() {
    return elements(json.path("templating").path("list"));
  }

  List<JsonNode> annotations() {
    return elements(json.path("annotations").path("list"));
  }

  /** All queries of panels and annotations. */
  List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : panels()) {
      for (JsonNode target : elements(panel.path("targets"))) {
        String place = name + ", " + panel.path("title").asText() + ", ";
        queries.add(
            new Query(
                place + target.path("refId").asText(),
                target.path("expr").asText(),
                target.path("legendFormat").asText()));
      }
    }
    for (JsonNode annotation : annotations()) {
      queries.add(
          new Query(
              name + ", annotation " + annotation.path("name").asText(),
              annotation.path("expr").asText(),
              annotation.path("titleFormat").asText() + annotation.path("textFormat").asText()));
    }
    return queries;
  }

  static List<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * A query.
   *
   * @param place where it stands, for people
   * @param expr PromQL with Grafana's variables
   * @param legend what its series are called, with labels in double braces
   */
  record Query(String place, String expr, String legend) {}
}
