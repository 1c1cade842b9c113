package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.system.dashboards.Dashboard.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What dashboards and alerts read of Windsock's own is in the registry of names, and so labelled.
 */
class MetricNamesTest {
  private static final Pattern LEGEND = Pattern.compile("\\{\\{\\s*(\\w+)\\s*}}");

  private final MetricNames names = new MetricNames();

  private static Stream<Query> queries() {
    Stream<Query> alerts =
        Alert.all().stream().map(alert -> new Query(alert.name(), alert.expr(), ""));
    return Stream.concat(Dashboard.all().stream().flatMap(each -> each.queries().stream()), alerts);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void shouldBeInTheRegistry(Query query) {
    assertThat(faults(query)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "windsock_site_redy",
        "windsock_update_delay_seconds",
        "windsock_topology_received_records",
        "windsock_site_lag",
        "windsock_site_ready{role=\"mirror\"}",
        "sum by (rule) (windsock_site_ready)",
      })
  void shouldFindWhatIsNotThere(String expr) {
    assertThat(faults(new Query("", expr, ""))).isNotEmpty();
  }

  @Test
  void shouldFindLegendsWithoutTheirLabels() {
    assertThat(faults(new Query("", "windsock_site_ready", "{{instance}}"))).isEmpty();
    assertThat(faults(new Query("", "windsock_site_ready", "{{site}}"))).isNotEmpty();
    assertThat(faults(new Query("", "sum(windsock_site_ready)", "{{instance}}"))).isNotEmpty();
  }

  private List<String> faults(Query query) {
    List<String> faults = new ArrayList<>();
    Set<String> labels = new HashSet<>();
    for (Selector selector : Selector.of(query.expr())) {
      if (selector.metric().startsWith("windsock_") && !names.has(selector.metric())) {
        faults.add("no metric " + selector.metric());
      }
      labels.addAll(names.labels(selector.metric()));
      checkMatchers(selector, faults);
    }
    Set<String> grouping = Selector.grouping(query.expr());
    grouping.stream().filter(label -> !labels.contains(label)).forEach(faults::add);
    Set<String> left = Selector.aggregates(query.expr()) ? grouping : labels;
    legends(query).filter(label -> !isForeign(query) && !left.contains(label)).forEach(faults::add);
    return faults;
  }

  private void checkMatchers(Selector selector, List<String> faults) {
    for (String label : selector.matchers().keySet()) {
      if (names.has(selector.metric()) && !names.labels(selector.metric()).contains(label)) {
        faults.add("no label " + label + " of " + selector.metric());
      }
    }
  }

  /** The labels of others' metrics are not known here; DashboardsIT sees them. */
  private boolean isForeign(Query query) {
    return !Selector.aggregates(query.expr())
        && Selector.of(query.expr()).stream().noneMatch(selector -> names.has(selector.metric()));
  }

  private static Stream<String> legends(Query query) {
    Matcher legend = LEGEND.matcher(query.legend());
    return legend.results().map(result -> result.group(1));
  }
}
