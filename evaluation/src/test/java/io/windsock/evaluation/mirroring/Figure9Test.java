package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class Figure9Test {
  /** It differed from report to report. */
  @Test
  void shouldShowItsChartsInOneOrder() {
    Table lines =
        new Table(
            List.of(
                new Row("simple", 0.5, 1, PacedRun.MEAN, 1),
                new Row("simple", 0.5, 1, PacedRun.STALENESS, 2)));

    assertThat(new Outcome(List.of(), Figure9.charts(lines), List.of()).charts().keySet())
        .containsExactly("delay-over-time", "staleness-over-time");
  }
}
