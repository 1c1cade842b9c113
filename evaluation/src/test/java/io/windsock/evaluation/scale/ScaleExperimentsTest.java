package io.windsock.evaluation.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScaleExperimentsTest {
  private static final Scale WHOLE = new Scale(false, 5, 4, Scale.Calls.FOUND, false);
  private static final Scale QUICK = new Scale(true, 1, 1, Scale.Calls.FOUND, false);

  private static final List<String> MEASURES =
      List.of(
          Measures.SITE_US,
          Measures.SITE_BYTES,
          Measures.DISPLAY_KB,
          Measures.BROKER_US,
          Measures.TOPOLOGY_US,
          Measures.CALL_US,
          Measures.GATEWAY_US,
          Measures.GATEWAY_KB,
          CallCostRun.IN_TIME);

  static Stream<Experiment> experiments() {
    return ScaleExperiments.all().stream();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void shouldMeasureDistinctPoints(Experiment experiment) {
    assertThat(experiment.subjects(WHOLE)).doesNotHaveDuplicates().hasSizeBetween(1, 12);
    assertThat(experiment.subjects(QUICK))
        .doesNotHaveDuplicates()
        .hasSizeLessThanOrEqualTo(experiment.subjects(WHOLE).size());
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void shouldReportEveryPoint(Experiment experiment) {
    List<Row> rows = new ArrayList<>();
    for (Subject subject : experiment.subjects(WHOLE)) {
      for (String measure : MEASURES) {
        rows.add(new Row(subject.setting(), subject.x(), 1, measure, 1_000));
      }
    }

    Outcome outcome = experiment.outcome(new Table(rows), new Table(List.of()));

    assertThat(outcome.charts()).containsOnlyKeys("processor-time");
    assertThat(outcome.grids()).hasSizeBetween(2, 4);
  }
}
