package io.windsock.evaluation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final String TIME = "seconds";
  private static final String PART = "secondsOfOne";

  private final List<Row> rows = new ArrayList<>();

  private void rounds(String setting, double x, double... values) {
    for (int i = 0; i < values.length; i++) {
      rows.add(new Row(setting, x, i + 1, TIME, values[i]));
    }
  }

  private Comparison comparison() {
    return new Comparison(new Table(rows));
  }

  @Test
  void shouldAverageThePointsOfARoundAndThenTakeTheMedianOfRounds() {
    rounds("none", 1, 10, 10, 10);
    rounds("none", 2, 20, 20, 20);
    rounds("simple", 1, 11, 12, 10);
    rounds("simple", 2, 26, 24, 20);

    Spread change = comparison().change("simple", "none", TIME);

    assertThat(change.median()).isCloseTo(20, within(1e-9)); // rounds: 20, 20, 0
    assertThat(change.low()).isCloseTo(0, within(1e-9));
    assertThat(change.rounds()).isEqualTo(3);
  }

  @Test
  void shouldTellWhichPartOfAChangeIsWhose() {
    rounds("none", 1, 10);
    rounds("simple", 1, 12);
    rounds("none", 2, 100);
    rounds("simple", 2, 120);
    part("none", 1, 4);
    part("simple", 1, 5.5);
    part("none", 2, 40);
    part("simple", 2, 55);

    assertThat(comparison().partOfChange("simple", "none", TIME, PART)).isCloseTo(75, within(1e-9));
  }

  @Test
  void shouldTellThePartsOfAChangeRoundByRound() {
    rounds("none", 1, 10, 20, 30); // the machine became slower
    rounds("simple", 1, 12, 24, 36);
    for (int round = 1; round <= 3; round++) {
      rows.add(new Row("none", 1, round, PART, 5.0 * round));
      rows.add(new Row("simple", 1, round, PART, 6.5 * round));
    }
    rows.add(new Row("simple", 1, 4, TIME, 99)); // without a counterpart

    assertThat(comparison().partOfChange("simple", "none", TIME, PART)).isCloseTo(75, within(1e-9));
  }

  private void part(String setting, double x, double value) {
    rows.add(new Row(setting, x, 1, PART, value));
  }

  @Test
  void shouldTakeTheGeometricMeanOfSteps() {
    rounds("simple", 0, 5);
    rounds("simple", 1, 10);
    rounds("simple", 2, 11);
    rounds("simple", 4, 13.31);

    assertThat(comparison().changePerStep("simple", TIME).median()).isCloseTo(10, within(1e-6));
  }

  @Test
  void shouldFindWhereLinesCross() {
    rounds("one", 100, 1);
    rounds("one", 200, 2);
    rounds("one", 400, 6);
    rounds("four", 100, 2);
    rounds("four", 200, 3);
    rounds("four", 400, 3);

    assertThat(comparison().crossing("four", "one", TIME).orElseThrow()).isEqualTo(250);
  }

  @Test
  void shouldFindNoCrossingWhereTheOtherIsBetterInTheEnd() {
    rounds("one", 100, 3);
    rounds("one", 200, 2);
    rounds("four", 100, 2);
    rounds("four", 200, 3);

    assertThat(comparison().crossing("four", "one", TIME)).isEmpty();
  }

  @Test
  void shouldOrderCurvesByTheAxis() {
    rounds("one", 200, 2);
    rounds("one", 100, 1);

    assertThat(comparison().curve("ours", "one", TIME).points())
        .extracting(point -> point.x())
        .containsExactly(100.0, 200.0);
  }

  @Test
  void shouldShowTheMedianWithItsRange() {
    rounds("one", 1000, 1, 3, 2);

    assertThat(comparison().grid("Time", "bytes", TIME, "%.1f").rows())
        .containsExactly(List.of("1,000", "2.0 (1.0–3.0)"));
  }
}
