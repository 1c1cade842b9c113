package io.windsock.system.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.system.dashboards.Dashboard.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What every dashboard keeps to: the rules of Grafana's dashboard linter for Prometheus, under its
 * names, and a few of our own. Where the linter looks at some types of panels only, these look at
 * all.
 */
enum Rule {
  /** The first variable is the data source. */
  TEMPLATE_DATASOURCE(Rule::templateDatasource),
  /** There is a variable for the job. */
  TEMPLATE_JOB(dashboard -> template(dashboard, "job", "Job")),
  /** There is one for the instance. */
  TEMPLATE_INSTANCE(dashboard -> template(dashboard, "instance", "Instance")),
  /** Variables read labels. */
  TEMPLATE_LABEL_PROMQL(Rule::templateLabel),
  /** Variables are read again when the time changes. */
  TEMPLATE_ON_TIME_CHANGE_RELOAD(Rule::templateReload),
  /** Nothing names a data source of some installation. */
  PANEL_DATASOURCE(Rule::panelDatasource),
  /** Panels say what they are. */
  PANEL_TITLE_DESCRIPTION(Rule::titleDescription),
  /** Panels say in what they are. */
  PANEL_UNITS(Rule::units),
  /** Panels show something. */
  PANEL_NO_TARGETS(Rule::noTargets),
  /** Queries are of the jobs chosen. */
  TARGET_JOB(dashboard -> matcher(dashboard, "job")),
  /** Queries are of the instances chosen. */
  TARGET_INSTANCE(dashboard -> matcher(dashboard, "instance")),
  /** Rates are over what fits the screen. */
  TARGET_RATE_INTERVAL(Rule::rateInterval),
  /** What only grows is shown as a rate. */
  TARGET_COUNTER_AGG(Rule::counters),
  /** Provisioned dashboards are changed in their files. */
  UNEDITABLE(Rule::uneditable),
  /** Ours: panels and queries can be told apart. */
  UNIQUE_IDS(Rule::uniqueIds),
  /** Ours: no panel covers another. */
  NO_OVERLAP(Rule::noOverlap),
  /** Ours: Grafana up to 11 and from 12 on read an annotation's query from different places. */
  ANNOTATION_TWICE(Rule::annotationTwice);

  private static final String DATA_SOURCE = "${datasource}";
  private static final String ALL = ".+";
  private static final int ON_TIME_CHANGE = 2;
  private static final int COLUMNS = 24;

  /** Of Grafana's, those that are of use here. */
  private static final Set<String> UNITS =
      Set.of("none", "s", "ms", "bytes", "Bps", "cps", "reqps", "percentunit", "dateTimeFromNow");

  private static final Set<String> RATES = Set.of("rate", "irate", "increase");
  private static final Pattern LABEL_VALUES =
      Pattern.compile("label_values\\([a-z_]+(\\{[^}]*})?, [a-z]+\\)");

  @SuppressWarnings("ImmutableEnumChecker") // methods of this class
  private final Function<Dashboard, List<String>> check;

  Rule(Function<Dashboard, List<String>> check) {
    this.check = check;
  }

  /** What does not keep to it; empty if all does. */
  List<String> faults(Dashboard dashboard) {
    return check.apply(dashboard);
  }

  private static List<String> templateDatasource(Dashboard dashboard) {
    List<JsonNode> variables = dashboard.variables();
    JsonNode first = variables.isEmpty() ? dashboard.json().path("none") : variables.get(0);
    return faultsUnless(
        "first variable",
        first.path("type").asText().equals("datasource")
            && first.path("name").asText().equals("datasource")
            && first.path("label").asText().equals("Data source")
            && first.path("query").asText().equals("prometheus"));
  }

  private static List<String> template(Dashboard dashboard, String name, String label) {
    return faultsUnless(
        "variable " + name,
        dashboard.variables().stream()
            .filter(variable -> variable.path("name").asText().equals(name))
            .anyMatch(
                variable ->
                    variable.path("label").asText().equals(label)
                        && variable.path("type").asText().equals("query")
                        && variable.path("datasource").path("uid").asText().equals(DATA_SOURCE)
                        && variable.path("multi").asBoolean()
                        && variable.path("includeAll").asBoolean()
                        && variable.path("allValue").asText().equals(ALL)));
  }

  private static List<String> templateLabel(Dashboard dashboard) {
    return names(
        queryVariables(dashboard),
        "name",
        variable -> !LABEL_VALUES.matcher(variable.path("query").asText()).matches());
  }

  private static List<String> templateReload(Dashboard dashboard) {
    return names(
        queryVariables(dashboard),
        "name",
        variable -> variable.path("refresh").asInt() != ON_TIME_CHANGE);
  }

  private static List<JsonNode> queryVariables(Dashboard dashboard) {
    return dashboard.variables().stream()
        .filter(variable -> variable.path("type").asText().equals("query"))
        .toList();
  }

  private static List<String> panelDatasource(Dashboard dashboard) {
    List<String> faults = names(dashboard.panels(), "title", Rule::hasOtherSource);
    faults.addAll(names(dashboard.annotations(), "name", Rule::hasOtherSource));
    for (JsonNode panel : dashboard.panels()) {
      List<JsonNode> targets = Dashboard.elements(panel.path("targets"));
      faults.addAll(names(targets, "expr", Rule::hasOtherSource));
    }
    return faults;
  }

  private static boolean hasOtherSource(JsonNode node) {
    return !node.path("datasource").path("uid").asText().equals(DATA_SOURCE);
  }

  private static List<String> titleDescription(Dashboard dashboard) {
    return names(
        dashboard.panels(),
        "title",
        panel ->
            panel.path("title").asText().isBlank() || panel.path("description").asText().isBlank());
  }

  private static List<String> units(Dashboard dashboard) {
    return names(
        dashboard.panels(),
        "title",
        panel -> !UNITS.contains(panel.path("fieldConfig").path("defaults").path("unit").asText()));
  }

  private static List<String> noTargets(Dashboard dashboard) {
    return names(
        dashboard.panels(),
        "title",
        panel ->
            panel.path("targets").isEmpty()
                || Dashboard.elements(panel.path("targets")).stream()
                    .anyMatch(target -> target.path("expr").asText().isBlank()));
  }

  private static List<String> matcher(Dashboard dashboard, String label) {
    return selectors(dashboard, selector -> !selector.isMatched(label, "=~\"$" + label + "\""));
  }

  private static List<String> rateInterval(Dashboard dashboard) {
    return selectors(
        dashboard,
        selector ->
            RATES.contains(selector.function()) && !selector.range().equals("$__rate_interval"));
  }

  private static List<String> counters(Dashboard dashboard) {
    return selectors(
        dashboard,
        selector -> selector.metric().endsWith("_total") && !RATES.contains(selector.function()));
  }

  private static List<String> selectors(Dashboard dashboard, Function<Selector, Boolean> isFault) {
    List<String> faults = new ArrayList<>();
    for (Query query : dashboard.queries()) {
      for (Selector selector : Selector.of(query.expr())) {
        if (isFault.apply(selector)) {
          faults.add(query.place() + ": " + selector.text());
        }
      }
    }
    return faults;
  }

  private static List<String> uneditable(Dashboard dashboard) {
    JsonNode editable = dashboard.json().path("editable");
    return faultsUnless("editable", editable.isBoolean() && !editable.asBoolean());
  }

  private static List<String> uniqueIds(Dashboard dashboard) {
    Set<Integer> ids = new HashSet<>();
    List<String> faults = new ArrayList<>();
    for (JsonNode panel : Dashboard.elements(dashboard.json().path("panels"))) {
      if (!ids.add(panel.path("id").asInt())) {
        faults.add("id " + panel.path("id"));
      }
      Set<String> targets = new HashSet<>();
      faults.addAll(
          names(
              Dashboard.elements(panel.path("targets")),
              "refId",
              target -> !targets.add(target.path("refId").asText())));
    }
    return faults;
  }

  private static List<String> noOverlap(Dashboard dashboard) {
    Set<String> taken = new HashSet<>();
    return names(
        Dashboard.elements(dashboard.json().path("panels")),
        "title",
        panel -> !take(taken, panel.path("gridPos")));
  }

  private static boolean take(Set<String> taken, JsonNode place) {
    boolean free = true;
    int right = place.path("x").asInt() + place.path("w").asInt();
    for (int x = place.path("x").asInt(); x < right; x++) {
      for (int y = 0; y < place.path("h").asInt(); y++) {
        free &= taken.add(x + "," + (place.path("y").asInt() + y));
      }
    }
    return free && right <= COLUMNS;
  }

  private static List<String> annotationTwice(Dashboard dashboard) {
    return names(
        dashboard.annotations(),
        "name",
        annotation ->
            !annotation
                .path("expr")
                .asText()
                .equals(annotation.path("target").path("expr").asText()));
  }

  private static List<String> faultsUnless(String what, boolean kept) {
    return kept ? List.of() : List.of(what);
  }

  private static List<String> names(
      List<JsonNode> nodes, String name, Function<JsonNode, Boolean> isFault) {
    List<String> faults = new ArrayList<>();
    for (JsonNode node : nodes) {
      if (isFault.apply(node)) {
        faults.add(name + " '" + node.path(name).asText() + "'");
      }
    }
    return faults;
  }
}
