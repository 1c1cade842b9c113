package io.windsock.evaluation.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.report.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StormFiguresTest {
  private static final double FEW = 1_000;
  private static final double MOST = 19_000;

  private final List<Row> rows = new ArrayList<>();

  private void row(String setting, double displays, String measure, double value) {
    rows.add(new Row(setting, displays, 1, measure, value));
  }

  /** Adds storms of which the larger one takes this much longer at mirrors, in percent. */
  private void storms(String bare, double slowerPercent) {
    row(StormRun.MIRROR_SITES, FEW, StormRun.P99, 900);
    row(bare, FEW, StormRun.P99, 100);
    row(StormRun.MIRROR_SITES, MOST, StormRun.P99, 5_000 * (1 + slowerPercent / 100));
    row(bare, MOST, StormRun.P99, 5_000);
    row(StormRun.MIRROR_SITES, MOST, StormRun.BEFORE, 40);
    row(StormRun.MIRROR_SITES, MOST, StormRun.DURING, 145);
    row(StormRun.MIRROR_SITES, MOST, StormRun.AFTER, 60);
  }

  private List<Finding> findings() {
    return new StormFigures(new Table(rows)).outcome().findings();
  }

  @ParameterizedTest
  @ValueSource(strings = {StormRun.BARE, "a bare server"})
  void shouldCompareTheLargestStormWithTheBareServersOfAnyBuild(String bare) {
    storms(bare, 50);

    assertThat(findings().get(0).headline())
        .isEqualTo("Initial state of 19,000 displays, 99th percentile");
    assertThat(findings().get(0).remark()).isEqualTo("against bare servers: +50 %");
  }

  @Test
  void shouldSayThatTheMirrorsAreNotTheLimitWhereBareServersAreHardlyFaster() {
    storms(StormRun.BARE, 20);

    assertThat(findings().get(0).remark())
        .isEqualTo(
            "against bare servers: +20 %, so the displays' process or the machine is the limit");
  }

  @Test
  void shouldShowTheUpdateDelayBesideThatBeforeAndAfter() {
    storms(StormRun.BARE, 20);

    assertThat(findings().get(1).ours().median()).isEqualTo(145);
    assertThat(findings().get(1).remark()).isEqualTo("before it: 40 ms, after: 60 ms");
  }
}
