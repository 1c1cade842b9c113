package io.windsock.evaluation.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.windsock.contracts.config.Failure;
import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.capacity.Quantity;
import io.windsock.evaluation.data.About;
import io.windsock.evaluation.data.Build;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.RunFolder;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.report.Finding;
import io.windsock.testbed.process.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FittingTest {
  private static final int RUNS = 20;
  private static final int ROUNDS = 5;
  private static final double SITE_BASE = 40_000;
  private static final double EVENT = 5;
  private static final double UPDATE = 20;
  private static final double CALL = 40;
  private static final double PASSED = 30;

  private final Path folder;
  private final Random random = new Random(3);

  FittingTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** Returns runs whose costs follow known coefficients exactly. */
  private List<Row> rows(String setting, int runs) {
    List<Row> rows = new ArrayList<>();
    for (int x = 1; x <= runs; x++) {
      double events = 10_000 * random.nextDouble();
      double updates =
          setting.equals(ScaleExperiments.EVENTS_ALONE) ? 0 : 5_000 * random.nextDouble();
      double mirrors = random.nextInt(3);
      Map<String, Double> values =
          Map.of(
              Quantity.EVENTS.text(),
              events,
              Quantity.MIRRORED.text(),
              mirrors == 0 ? 0 : events,
              Quantity.COPIES.text(),
              mirrors * events,
              Quantity.UPDATES.text(),
              updates,
              Measures.MIRRORS,
              mirrors,
              Measures.SITE_US,
              SITE_BASE + EVENT * events + UPDATE * updates,
              Measures.SITE_BYTES,
              1e8,
              Measures.DISPLAY_KB,
              0.4 * updates,
              Measures.BROKER_US,
              10_000 + 3 * events,
              Measures.TOPOLOGY_US,
              20_000 + 7 * events);
      int at = x;
      int round = 1 + x % ROUNDS;
      Map<String, Double> all = new HashMap<>(values);
      all.putAll(calls(10_000 * random.nextDouble()));
      all.forEach((measure, value) -> rows.add(new Row(setting, at, round, measure, value)));
    }
    return rows;
  }

  private static Map<String, Double> calls(double calls) {
    return Map.of(
        Quantity.CALLS.text(),
        calls / 2,
        Quantity.PASSED.text(),
        calls,
        Measures.CALL_US,
        50_000 + CALL * calls / 2,
        Measures.GATEWAY_US,
        20_000 + PASSED * calls,
        Measures.GATEWAY_KB,
        10 + 1.5 * calls);
  }

  private void write(String experiment) throws IOException {
    write(experiment, ROUNDS, "5", "abc");
  }

  /** Writes the first rounds of an experiment. */
  private void write(String experiment, int rounds, String noted, String commit)
      throws IOException {
    ExperimentFolder to = new RunFolder(folder).experiment(experiment);
    try (RowFile file = RowFile.create(to.rows())) {
      file.append(rows(experiment, RUNS).stream().filter(row -> row.round() <= rounds).toList());
    }
    new About(
            experiment,
            Instant.parse("2026-01-02T03:04:05Z"),
            1,
            new Build("1", commit),
            new Host("Linux", "a processor", 2, 1, "Linux 6", "17"),
            Map.of("rounds", noted),
            List.of(),
            List.of(),
            List.of())
        .write(to.about());
  }

  @Test
  void shouldRecoverCostsFromRows() throws IOException {
    for (String experiment : ScaleExperiments.FITTED) {
      write(experiment);
    }

    Coefficients fitted = Fitting.fit(new RunFolder(folder));

    assertThat(fitted.origin().date()).isEqualTo("2026-01-02");
    assertThat(fitted.origin().provisional()).isFalse();
    assertThat(fitted.siteUs().perUnit().get(Quantity.EVENTS)).isCloseTo(EVENT, within(0.01));
    assertThat(fitted.siteUs().perUnit().get(Quantity.UPDATES)).isCloseTo(UPDATE, within(0.01));
    assertThat(fitted.topologyUs().perUnit().get(Quantity.EVENTS)).isCloseTo(7, within(0.01));
    assertThat(fitted.siteBytes().perUnit().get(Quantity.BASE)).isCloseTo(1e8, within(1e4));
    assertThat(fitted.callUs().perUnit().get(Quantity.CALLS)).isCloseTo(CALL, within(0.01));
    assertThat(fitted.gatewayUs().perUnit().get(Quantity.PASSED)).isCloseTo(PASSED, within(0.01));
    assertThat(fitted.gatewayKb().perUnit().get(Quantity.PASSED)).isCloseTo(1.5, within(0.01));
    List<Finding> findings = Prediction.findings(new Table(checked()), fitted);
    assertThat(findings).hasSize(5).allSatisfy(it -> assertThat(it.met()).isTrue());
    assertThat(Prediction.ofMirror(new Table(checked()), fitted))
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.met()).isTrue());
  }

  @Test
  void shouldCheckCallsByTheGroupThatWasNotFitted() throws IOException {
    for (String experiment : ScaleExperiments.FITTED) {
      write(experiment);
    }
    Coefficients fitted = Fitting.fit(new RunFolder(folder));

    assertThat(Prediction.calls(new Table(rows(ScaleCalls.FITTED, 1)), fitted)).isEmpty();
    assertThat(Prediction.calls(new Table(rows(ScaleCalls.CHECK, 1)), fitted))
        .hasSize(3)
        .allSatisfy(it -> assertThat(it.met()).isTrue());
  }

  @Test
  void shouldNotFitTheGroupThatChecks() throws IOException {
    for (String experiment : ScaleExperiments.FITTED) {
      write(experiment);
    }
    try (RowFile file = RowFile.create(folder.resolve("check.csv"))) {
      file.append(List.of(new Row(ScaleCalls.CHECK, 1, 1, Measures.GATEWAY_US, 1.0)));
    }
    Path calls = folder.resolve(ScaleCalls.NAME).resolve("rows.csv");
    List<String> check = Files.readAllLines(folder.resolve("check.csv"));
    Files.write(calls, check.subList(1, check.size()), StandardOpenOption.APPEND);

    Coefficients fitted = Fitting.fit(new RunFolder(folder));

    assertThat(RowFile.read(calls).settings()).contains(ScaleCalls.CHECK);
    assertThat(fitted.gatewayUs().perUnit().get(Quantity.PASSED)).isCloseTo(PASSED, within(0.01));
  }

  private List<Row> checked() {
    return rows("another load", 1);
  }

  @Test
  void shouldNameTheExperimentThatIsMissing() throws IOException {
    write("scale-events");

    assertThatThrownBy(() -> Fitting.fit(new RunFolder(folder)))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("has no data of scale-keys, scale-displays")
        .hasMessageEndingWith(
            "run them: windsock experiment run scale-keys scale-displays scale-partitions"
                + " scale-state scale-calls --out "
                + folder);
  }

  @Test
  void shouldAskToMoveAwayWhatARunWouldRefuse() throws IOException {
    for (String experiment : ScaleExperiments.FITTED) {
      write(experiment);
    }
    Files.delete(folder.resolve("scale-keys/about.json"));

    assertThatThrownBy(() -> Fitting.fit(new RunFolder(folder)))
        .isInstanceOf(Failure.class)
        .hasMessage(
            "%1$s has no data of scale-keys; move away what was begun (%1$s/scale-keys), then run:"
                    .formatted(folder)
                + " windsock experiment run scale-keys --out "
                + folder);
  }

  @Test
  void shouldCallAFitProvisionalWhereARunWasCutShort() throws IOException {
    for (String experiment : ScaleExperiments.FITTED) {
      boolean cut = experiment.equals("scale-keys");
      write(experiment, cut ? 2 : ROUNDS, cut ? "2 of 5" : "5", cut ? "def" : "abc");
    }

    Coefficients fitted = Fitting.fit(new RunFolder(folder));

    assertThat(fitted.origin().provisional()).isTrue();
    assertThat(fitted.origin().build()).isEqualTo("abc, def");
  }

  @Test
  void shouldCountTheRoundsInTheRows() throws IOException {
    for (String experiment : ScaleExperiments.FITTED) {
      write(experiment, experiment.equals("scale-state") ? 2 : ROUNDS, "5", "abc");
    }

    assertThat(Fitting.fit(new RunFolder(folder)).origin().provisional()).isTrue();
  }
}
