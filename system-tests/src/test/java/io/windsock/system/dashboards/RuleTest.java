package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The dashboards keep to the rules, and each rule would say so if they did not. */
class RuleTest {
  private static final String MATCHED = "{job=~\"$job\", instance=~\"$instance\"}";

  private static Stream<Arguments> rulesAndDashboards() {
    return Arrays.stream(Rule.values())
        .flatMap(rule -> Dashboard.all().stream().map(dashboard -> arguments(rule, dashboard)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("rulesAndDashboards")
  void shouldBeKept(Rule rule, Dashboard dashboard) {
    assertThat(rule.faults(dashboard)).isEmpty();
  }

  private static Stream<Arguments> broken() {
    return Stream.of(
        broken(Rule.TEMPLATE_DATASOURCE, variables(list -> list.remove(0))),
        broken(Rule.TEMPLATE_DATASOURCE, variable(0, "name", "source")),
        broken(Rule.TEMPLATE_DATASOURCE, variable(0, "query", "loki")),
        broken(Rule.TEMPLATE_JOB, variables(list -> list.remove(1))),
        broken(Rule.TEMPLATE_JOB, variable(1, "allValue", ".*")),
        broken(Rule.TEMPLATE_JOB, variable(1, "label", "job")),
        broken(
            Rule.TEMPLATE_JOB,
            dashboard -> at(dashboard, "/templating/list/1").put("multi", false)),
        broken(Rule.TEMPLATE_INSTANCE, variables(list -> list.remove(2))),
        broken(
            Rule.TEMPLATE_INSTANCE,
            dashboard -> at(dashboard, "/templating/list/2/datasource").put("uid", "mine")),
        broken(Rule.TEMPLATE_LABEL_PROMQL, variable(1, "query", "label_values(job)")),
        broken(Rule.TEMPLATE_LABEL_PROMQL, variable(2, "query", "up{job=~\"$job\"}")),
        broken(
            Rule.TEMPLATE_ON_TIME_CHANGE_RELOAD,
            dashboard -> at(dashboard, "/templating/list/2").put("refresh", 1)),
        broken(Rule.PANEL_DATASOURCE, panel(panel -> at(panel, "/datasource").put("uid", "mine"))),
        broken(
            Rule.PANEL_DATASOURCE,
            panel(panel -> at(panel, "/targets/0/datasource").put("uid", "mine"))),
        broken(
            Rule.PANEL_DATASOURCE,
            dashboard -> at(dashboard, "/annotations/list/0/datasource").put("uid", "mine")),
        broken(Rule.PANEL_TITLE_DESCRIPTION, panel(panel -> panel.put("title", ""))),
        broken(Rule.PANEL_TITLE_DESCRIPTION, panel(panel -> panel.remove("description"))),
        broken(Rule.PANEL_UNITS, panel(panel -> at(panel, "/fieldConfig/defaults").remove("unit"))),
        broken(
            Rule.PANEL_UNITS,
            panel(panel -> at(panel, "/fieldConfig/defaults").put("unit", "seconds"))),
        broken(Rule.PANEL_NO_TARGETS, panel(panel -> panel.putArray("targets"))),
        broken(Rule.PANEL_NO_TARGETS, expr("")),
        broken(Rule.TARGET_JOB, expr("windsock_site_ready{instance=~\"$instance\"}")),
        broken(Rule.TARGET_JOB, expr("windsock_site_ready")),
        broken(
            Rule.TARGET_JOB,
            expr("windsock_site_ready" + MATCHED + " + up{instance=~\"$instance\"}")),
        broken(Rule.TARGET_INSTANCE, expr("windsock_site_ready{job=~\"$job\"}")),
        broken(
            Rule.TARGET_INSTANCE,
            expr("windsock_site_ready{job=~\"$job\", instance=\"$instance\"}")),
        broken(
            Rule.TARGET_RATE_INTERVAL, expr("sum(rate(a_total" + MATCHED + "[5m])) by (instance)")),
        broken(Rule.TARGET_RATE_INTERVAL, expr("increase( a_bucket" + MATCHED + "[$__interval] )")),
        broken(Rule.TARGET_COUNTER_AGG, expr("sum(a_total" + MATCHED + ")")),
        broken(
            Rule.TARGET_COUNTER_AGG,
            expr("max_over_time(a_total" + MATCHED + "[$__rate_interval])")),
        broken(Rule.UNEDITABLE, dashboard -> dashboard.put("editable", true)),
        broken(Rule.UNEDITABLE, dashboard -> dashboard.remove("editable")),
        broken(Rule.UNIQUE_IDS, panel(panel -> panel.put("id", 1))),
        broken(
            Rule.UNIQUE_IDS,
            panel(panel -> array(panel, "/targets").add(panel.at("/targets/0").deepCopy()))),
        broken(Rule.NO_OVERLAP, panel(panel -> at(panel, "/gridPos").put("x", 0).put("w", 24))),
        broken(Rule.NO_OVERLAP, panel(panel -> at(panel, "/gridPos").put("w", 25))),
        broken(
            Rule.ANNOTATION_TWICE,
            dashboard -> at(dashboard, "/annotations/list/0/target").put("expr", "up")));
  }

  private static Arguments broken(Rule rule, Consumer<ObjectNode> change) {
    return arguments(rule, change);
  }

  private static Consumer<ObjectNode> variables(Consumer<ArrayNode> change) {
    return dashboard -> change.accept(array(dashboard, "/templating/list"));
  }

  private static Consumer<ObjectNode> variable(int index, String property, String value) {
    return dashboard -> at(dashboard, "/templating/list/" + index).put(property, value);
  }

  private static Consumer<ObjectNode> expr(String expr) {
    return panel(panel -> at(panel, "/targets/0").put("expr", expr));
  }

  /** Changes the third panel: the first is a row, and has nothing before it. */
  private static Consumer<ObjectNode> panel(Consumer<ObjectNode> change) {
    return dashboard -> change.accept(at(dashboard, "/panels/2"));
  }

  private static ObjectNode at(JsonNode node, String pointer) {
    return (ObjectNode) node.at(pointer);
  }

  private static ArrayNode array(JsonNode node, String pointer) {
    return (ArrayNode) node.at(pointer);
  }

  @ParameterizedTest(name = "{index} {0}")
  @MethodSource("broken")
  void shouldFindWhatBreaksIt(Rule rule, Consumer<ObjectNode> change) {
    Dashboard broken = Dashboard.all().get(0).with(change);
    assertThat(rule.faults(broken)).isNotEmpty();
  }

  @Test
  void shouldEachBeShownToFail() {
    assertThat(broken().map(arguments -> arguments.get()[0])).contains((Object[]) Rule.values());
  }

  @Test
  void shouldNotBeOfTheSameUidOrTitle() {
    List<Dashboard> all = Dashboard.all();
    assertThat(all).hasSize(5);
    assertThat(all).extracting(each -> each.json().path("uid").asText()).doesNotHaveDuplicates();
    assertThat(all).extracting(each -> each.json().path("title").asText()).doesNotHaveDuplicates();
  }
}
