package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.system.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every alert says; when it fires is told by {@link PromtoolTest}. */
class AlertTest {
  private static final String OPERATIONS = "docs/operations.md";

  private static Stream<Alert> alerts() {
    return Alert.all().stream();
  }

  @Test
  void shouldCoverWhatCanGoWrong() {
    assertThat(Alert.all())
        .extracting(Alert::name)
        .containsExactlyInAnyOrder(
            "WindsockUpdateDelay",
            "WindsockStaleness",
            "WindsockCheckpointLag",
            "WindsockSiteGone",
            "WindsockStateDamaged",
            "WindsockLogDiverged",
            "WindsockSiteCutOff",
            "WindsockSiteTwin",
            "WindsockDeadLetters",
            "WindsockRecordsLost",
            "WindsockGatewayGone",
            "WindsockCallsMissed",
            "WindsockCallsShed",
            "WindsockReissues",
            "WindsockLinkGone",
            "WindsockLinkWaiting",
            "WindsockLinkBehind",
            "WindsockLinkRpoMissed",
            "WindsockLinkRefused",
            "WindsockModeFlapping",
            "WindsockNoController",
            "WindsockTopologyStopped",
            "WindsockReserveGone");
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void shouldWaitAndSayHowBadItIsAndWhatToDo(Alert alert) throws IOException {
    JsonNode annotations = alert.json().path("annotations");
    assertThat(alert.json().path("for").asText()).matches("[0-9]+[sm]");
    assertThat(alert.json().path("labels").path("severity").asText()).isIn("warning", "critical");
    assertThat(annotations.path("summary").asText()).isNotBlank();
    assertThat(annotations.path("description").asText()).isNotBlank();
    assertThat(annotations.has("runbook_url")).as("a link to nowhere").isFalse();
    String[] runbook = annotations.path("runbook").asText().split("#", 2);
    assertThat(runbook).hasSize(2);
    assertThat(runbook[0]).isEqualTo(OPERATIONS);
    assertThat(anchors(Repository.path(OPERATIONS))).containsOnlyOnce(runbook[1]);
    assertThat(runbook[1]).isEqualTo(alert.name().toLowerCase(Locale.ROOT));
  }

  /** What headings are linked by: in lower case, without punctuation, spaces as hyphens. */
  private static List<String> anchors(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.matches("#+ .+"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void shouldPointToParagraphsThatAreThere() throws IOException {
    Path page = Repository.path(OPERATIONS);
    Matcher links = Pattern.compile("]\\(#([^)]+)\\)").matcher(Files.readString(page));
    assertThat(links.results().map(link -> link.group(1)).toList())
        .isNotEmpty()
        .isSubsetOf(anchors(page));
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void shouldBeTestedFiringAndNot(Alert alert) {
    Set<Boolean> fires = new HashSet<>();
    for (JsonNode test : tests()) {
      if (test.path("alertname").asText().equals(alert.name())) {
        fires.add(!test.path("exp_alerts").isEmpty());
      }
    }
    assertThat(fires).containsExactlyInAnyOrder(true, false);
  }

  private static List<JsonNode> tests() {
    List<JsonNode> tests = new ArrayList<>();
    for (JsonNode group : Alert.yaml("docker/prometheus/alerts_test.yml").path("tests")) {
      tests.addAll(Dashboard.elements(group.path("alert_rule_test")));
    }
    return tests;
  }
}
