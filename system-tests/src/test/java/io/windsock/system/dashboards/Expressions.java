package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.system.dashboards.PrometheusApi.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ThrowingRunnable;

/**
 * Every expression of every dashboard and alert, each with the labels that its series must have.
 * One thread owns it.
 */
public final class Expressions {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration POLL = Duration.ofSeconds(2);
  private static final String INTERVAL = "20s";
  private static final Pattern LABEL = Pattern.compile("\\{\\{\\s*(\\w+)\\s*}}");
  private static final Pattern LINK = Pattern.compile("windsock_link_|windsock-link-");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

  private final PrometheusApi prometheus;

  /** Whether there is a link to another cluster, and so something to say of it. */
  private final boolean linked;

  /** Labels that an expression's series must have, by the expression. */
  private final Map<String, Set<String>> asked = new LinkedHashMap<>();

  /** Reads them from the repository, to be asked of that Prometheus. */
  public Expressions(PrometheusApi prometheus) {
    this(prometheus, true);
  }

  private Expressions(PrometheusApi prometheus, boolean linked) {
    this.prometheus = prometheus;
    this.linked = linked;
    Dashboard.all().forEach(this::ask);
    for (Alert alert : Alert.all()) {
      ask(alert.expr(), "");
      // An alert gives nothing while all is well; what it looks at is there nevertheless.
      Selector.of(alert.expr()).forEach(selector -> ask(selector.text(), ""));
    }
  }

  /** Those of a cluster without a link to another one. */
  public static Expressions withoutLink(PrometheusApi prometheus) {
    return new Expressions(prometheus, false);
  }

  private static boolean isOfALink(String expr) {
    return LINK.matcher(expr).find();
  }

  private void ask(Dashboard dashboard) {
    dashboard.queries().forEach(query -> ask(query.expr(), query.legend()));
    for (JsonNode variable : dashboard.variables()) {
      Matcher query = LABEL_VALUES.matcher(variable.path("query").asText());
      if (query.matches()) {
        ask(query.group(1), "{{" + query.group(2) + "}}");
      }
    }
  }

  private void ask(String expr, String legend) {
    Set<String> labels = asked.computeIfAbsent(expr, each -> new TreeSet<>());
    LABEL.matcher(legend).results().forEach(label -> labels.add(label.group(1)));
  }

  /** Waits until Prometheus is there and an expression gives something. */
  public void awaitData(String expr) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(prometheus.query(expr)).as(expr).isNotEmpty());
  }

  /**
   * Waits until each has given data once, but those that are listed with a reason why they may give
   * none.
   *
   * @param meanwhile done before each look
   */
  public void awaitAnswers(ThrowingRunnable meanwhile) {
    Map<String, String> reasons = MayBeEmpty.reasons();
    assertThat(asked.keySet())
        .as("listed, but in no dashboard or alert")
        .containsAll(reasons.keySet());
    assertThat(reasons.values()).noneMatch(String::isBlank);
    List<String> open = new ArrayList<>(asked.keySet());
    open.removeIf(reasons::containsKey);
    open.removeIf(expr -> !linked && isOfALink(expr));
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .untilAsserted(
            () -> {
              meanwhile.run();
              Map<String, String> faults = faults(open);
              open.retainAll(faults.keySet());
              assertThat(faults).isEmpty();
            });
    assertThat(faults(List.copyOf(reasons.keySet())).values())
        .as("those that may be empty are PromQL")
        .allMatch("no data"::equals);
  }

  /** What is wrong with the answers, by expression. */
  private Map<String, String> faults(List<String> expressions) {
    Map<String, String> faults = new TreeMap<>();
    for (String expr : expressions) {
      String fault = fault(expr);
      if (!fault.isEmpty()) {
        faults.put(expr, fault);
      }
    }
    return faults;
  }

  private String fault(String expr) {
    try {
      List<Sample> samples = prometheus.query(asGrafana(expr));
      if (samples.stream().allMatch(sample -> Double.isNaN(sample.value()))) {
        return "no data";
      }
      Set<String> labels = asked.getOrDefault(expr, Set.of());
      boolean labelled =
          samples.stream().allMatch(sample -> sample.labels().keySet().containsAll(labels));
      return labelled ? "" : "series without " + labels + ": " + samples.get(0).labels();
    } catch (Exception e) {
      return e.toString();
    }
  }

  /** With all jobs and instances chosen. */
  private static String asGrafana(String expr) {
    return expr.replace("$__rate_interval", INTERVAL)
        .replace("$job", ".+")
        .replace("$instance", ".+");
  }
}
