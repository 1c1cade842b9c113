package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.report.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class Figure6Test {
  private final List<Row> rows = new ArrayList<>();

  /** Adds two rounds in which four mirrors take so many times as long as one. */
  private void sizes(double... ratios) {
    double bytes = 1_000;
    for (double ratio : ratios) {
      for (int round = 1; round <= 2; round++) {
        rows.add(new Row("1 mirror", bytes, round, Bench.SECONDS, 2));
        rows.add(new Row("4 mirrors", bytes, round, Bench.SECONDS, 2 * ratio));
      }
      bytes += 1_000;
    }
  }

  private Finding finding() {
    Table lines = new Table(List.of());
    return new Figure6(new Benches()).outcome(new Table(rows), lines).findings().get(0);
  }

  @Test
  void shouldFindWhereTheLinesCross() {
    sizes(1.25, 0.75);

    assertThat(finding().met()).isTrue();
    assertThat(finding().remark()).isEqualTo("the lines cross at about 1,500 bytes");
  }

  @Test
  void shouldSayThatMoreMirrorsDoNotPay() {
    sizes(0.75, 1.25);

    assertThat(finding().met()).isFalse();
    assertThat(finding().remark()).startsWith("not less in each round");
  }

  /** It said that there is no size from which on it is less in each round. */
  @Test
  void shouldNotDenyThatMoreMirrorsAlwaysPay() {
    sizes(0.5, 0.75);

    assertThat(finding().met()).isFalse();
    assertThat(finding().remark())
        .isEqualTo("it is less at every size: a cross-over would be below the smallest");
  }
}
