package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.system.Repository;
import io.windsock.system.Tool;
import io.windsock.system.Tool.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Grafana's schema accepts the dashboards; decision 22 tells how that is checked. */
class SchemaTest {
  private static final Path CHECK = Repository.path("grafana/schema/check.mjs");

  @TempDir private Path temp = Path.of("");
  private Tool node;

  @BeforeEach
  void find() {
    node = Tool.orSkip("node", "nodejs");
    assumeTrue(
        Files.isDirectory(CHECK.resolveSibling("node_modules")),
        "Grafana's schema is not installed: npm ci --prefix grafana/schema");
  }

  @Test
  void shouldAcceptTheDashboards() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(CHECK.toString()));
    for (Dashboard dashboard : Dashboard.all()) {
      arguments.add(Repository.path("grafana/dashboards/" + dashboard.name()).toString());
    }
    Result result = node.run(temp.resolve("log"), arguments.toArray(String[]::new));
    assertThat(result.exit()).as(result.output()).isZero();
    assertThat(result.output()).contains(Dashboard.all().size() + " dashboards fit");
  }

  /** A name for a broken dashboard, the part of it that does not fit, and how to break it. */
  private record Broken(String name, String part, Consumer<ObjectNode> change) {}

  private static List<Broken> broken() {
    return List.of(
        new Broken("version", "dashboard", board -> board.put("schemaVersion", "new")),
        new Broken("refresh", "variable1_job", change("/templating/list/1", "refresh", "always")),
        new Broken("annotation", "annotation0", change("/annotations/list/0", "color", "red")),
        new Broken(
            "target",
            "annotation0_target",
            board -> at(board, "/annotations/list/0/target").remove("refId")),
        new Broken("panel", "panel2", change("/panels/1", "colour", "red")),
        new Broken(
            "enumeration", "panel2_options", change("/panels/1/options", "graphMode", "bars")),
        new Broken(
            "missing",
            "panel2_options",
            board -> at(board, "/panels/1/options").remove("reduceOptions")),
        new Broken("query", "panel2_targetA", change("/panels/1/targets/0", "expression", "up")),
        new Broken(
            "custom",
            "panel8_custom",
            change("/panels/7/fieldConfig/defaults/custom", "drawStyle", "curve")));
  }

  private static Consumer<ObjectNode> change(String pointer, String property, String value) {
    return board -> at(board, pointer).put(property, value);
  }

  private static ObjectNode at(ObjectNode board, String pointer) {
    return (ObjectNode) board.at(pointer);
  }

  @Test
  void shouldRefuseEachThatDoesNotFit() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(CHECK.toString()));
    for (Broken broken : broken()) {
      Path file = temp.resolve(broken.name() + ".json");
      Files.writeString(file, Dashboard.all().get(0).with(broken.change()).json().toString());
      arguments.add(file.toString());
    }
    Result result = node.run(temp.resolve("log"), arguments.toArray(String[]::new));
    assertThat(result.exit()).as(result.output()).isEqualTo(1);
    for (Broken broken : broken()) {
      String place = broken.name() + ".json, " + broken.part() + ", grafana-schema-";
      assertThat(result.output().lines())
          .anyMatch(line -> line.startsWith(place + "11"))
          .anyMatch(line -> line.startsWith(place + "13"));
    }
  }
}
