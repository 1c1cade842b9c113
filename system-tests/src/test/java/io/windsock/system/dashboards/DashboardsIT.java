package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.cli.storm.Storm;
import io.windsock.cli.storm.StormOptions;
import io.windsock.cli.storm.StormPattern;
import io.windsock.control.client.ControllerClient;
import io.windsock.control.policy.MonitoredValue;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.system.dashboards.Prometheus.Sample;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus scrapes a process of every role, and has an answer to every expression of every
 * dashboard and alert, or there is a reason why it has none.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DashboardsIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration POLL = Duration.ofSeconds(2);
  private static final Duration FOLLOW = Duration.ofMinutes(10);
  private static final int CLIENTS = 20;
  private static final double REQUESTS_PER_SECOND = 5;
  private static final double PRIMARY = 1e9;
  private static final double SECONDARY = 5e8;
  private static final String INTERVAL = "20s";
  private static final Pattern LABEL = Pattern.compile("\\{\\{\\s*(\\w+)\\s*}}");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

  /** Labels that an expression's series must have, by the expression. */
  private final Map<String, Set<String>> asked = new LinkedHashMap<>();

  @TempDir private Path folder = Path.of("");

  @Test
  void shouldHaveAnAnswerToEveryExpression() throws Exception {
    Tool program = Tool.orSkip("prometheus", "prometheus");
    ask();
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        Roles roles = Roles.start(folder, broker.bootstrapServers());
        Prometheus prometheus = Prometheus.start(program, folder, roles.ports())) {
      await().atMost(PATIENCE).until(prometheus::isReady);
      awaitData(prometheus, "windsock_controller_active == 1");
      awaitData(prometheus, "count(windsock_site_ready == 1) == 3");
      awaitData(prometheus, "rate(windsock_topology_received_records_total[20s]) > 0");
      Storm storm = Storm.start(requests(roles));
      try {
        change(new ControllerClient(roles.controller().toString()));
        awaitAnswers(prometheus, roles);
      } finally {
        storm.stop();
      }
    }
  }

  /** Displays that ask anew again and again, a few a second. */
  private static StormOptions requests(Roles roles) {
    return new StormOptions(
        roles.sites(),
        "all",
        CLIENTS,
        StormPattern.steps,
        Duration.ZERO,
        REQUESTS_PER_SECOND,
        FOLLOW,
        StormOptions.PATIENCE);
  }

  /** A threshold for every value, so high that none is reached, and another mode. */
  private static void change(ControllerClient controller) {
    for (MonitoredValue value : MonitoredValue.values()) {
      controller.setMonitorValues(value.text(), PRIMARY, SECONDARY);
    }
    controller.pin("busy");
  }

  private void ask() {
    for (Dashboard dashboard : Dashboard.all()) {
      dashboard.queries().forEach(query -> ask(query.expr(), query.legend()));
      for (JsonNode variable : dashboard.variables()) {
        Matcher query = LABEL_VALUES.matcher(variable.path("query").asText());
        if (query.matches()) {
          ask(query.group(1), "{{" + query.group(2) + "}}");
        }
      }
    }
    for (Alert alert : Alert.all()) {
      ask(alert.expr(), "");
      // An alert gives nothing while all is well; what it looks at is there nevertheless.
      Selector.of(alert.expr()).forEach(selector -> ask(selector.text(), ""));
    }
  }

  private void ask(String expr, String legend) {
    Set<String> labels = asked.computeIfAbsent(expr, each -> new TreeSet<>());
    LABEL.matcher(legend).results().forEach(label -> labels.add(label.group(1)));
  }

  private static void awaitData(Prometheus prometheus, String expr) {
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(prometheus.query(expr)).as(expr).isNotEmpty());
  }

  /** Clients that ask for a view and go again. */
  private static void readViews(Roles roles) throws Exception {
    for (URI site : roles.sites()) {
      HttpRequest view =
          HttpRequest.newBuilder(site.resolve("/v1/views/all"))
              .timeout(POLL.multipliedBy(10))
              .build();
      assertThat(HTTP.send(view, HttpResponse.BodyHandlers.discarding()).statusCode())
          .isEqualTo(200);
    }
  }

  private void awaitAnswers(Prometheus prometheus, Roles roles) {
    Map<String, String> reasons = MayBeEmpty.reasons();
    assertThat(asked.keySet())
        .as("listed, but in no dashboard or alert")
        .containsAll(reasons.keySet());
    assertThat(reasons.values()).noneMatch(String::isBlank);
    List<String> open = new ArrayList<>(asked.keySet());
    open.removeIf(reasons::containsKey);
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .untilAsserted(
            () -> {
              assertThat(roles.allAlive()).as("no role has ended").isTrue();
              readViews(roles);
              Map<String, String> faults = faults(prometheus, open);
              open.retainAll(faults.keySet());
              assertThat(faults).isEmpty();
            });
    assertThat(faults(prometheus, List.copyOf(reasons.keySet())).values())
        .as("those that may be empty are PromQL")
        .allMatch("no data"::equals);
  }

  /** What is wrong with the answers, by expression. */
  private Map<String, String> faults(Prometheus prometheus, List<String> expressions) {
    Map<String, String> faults = new TreeMap<>();
    for (String expr : expressions) {
      String fault = fault(prometheus, expr);
      if (!fault.isEmpty()) {
        faults.put(expr, fault);
      }
    }
    return faults;
  }

  private String fault(Prometheus prometheus, String expr) {
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
