package io.windsock.evaluation.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.link.lab.CopyRate;
import io.windsock.evaluation.report.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What experiments of links make of rows. */
class LinkOutcomesTest {
  private static final Scale WHOLE = new Scale(false, 5, 4, Scale.Calls.FOUND, false);
  private static final Table NOTHING = new Table(List.of());

  private final List<Row> rows = new ArrayList<>();

  private void row(String setting, double x, String measure, double value) {
    rows.add(new Row(setting, x, 1, measure, value));
  }

  private void rate(String setting, double x, double perSecond) {
    row(setting, x, CopyRate.RECORDS, perSecond);
    row(setting, x, CopyRate.MB, perSecond * x / 1e6);
    row(setting, x, CopyRate.COPIER, 10);
    row(setting, x, CopyRate.BROKERS, 5);
  }

  @Test
  void shouldMeasureEachSubjectOnceARound() {
    for (Experiment experiment : LinkExperiments.all()) {
      List<Subject> whole = experiment.subjects(WHOLE);
      List<Subject> quick = experiment.subjects(new Scale(true, 1, 1, Scale.Calls.FOUND, false));
      assertThat(whole).doesNotHaveDuplicates().containsAll(quick);
      assertThat(quick).isNotEmpty().hasSizeLessThan(10);
    }
    assertThat(new LinkMirrorMaker().subjects(WHOLE)).hasSize(2 * CopyCandidate.values().length);
    assertThat(new LinkFreshness(LineGroup.SLOW).subjects(WHOLE)).hasSize(3 * 5 * 5);
    assertThat(new LinkFreshness(LineGroup.FAST).subjects(WHOLE)).hasSize(3 * 5 * 5);
    assertThat(new LinkFreshness(LineGroup.LOSSY).subjects(WHOLE)).hasSize(2 * 5 * 5);
    assertThat(LongLine.all()).extracting(LongLine::text).doesNotHaveDuplicates();
  }

  @Test
  void shouldRequireTwiceTheDefaultAndNoLessThanTheTuned() {
    rate("MirrorMaker 2, default", 90, 100_000);
    rate("MirrorMaker 2, tuned", 90, 210_000);
    rate("link, compressed and encrypted", 90, 200_000);

    Outcome outcome = new LinkMirrorMaker().outcome(new Table(rows), NOTHING);

    assertThat(outcome.findings())
        .extracting(finding -> finding.ours().median())
        .containsExactly(2.0, 1.0, 200.0 / 210, 1.0);
    assertThat(outcome.findings())
        .extracting(Finding::met)
        .containsExactly(true, null, false, null);
  }

  @Test
  void shouldCompareWhatWasMeasured() {
    rate("adaptive batches", 4_096, 3_000);
    rate("each poll a batch", 4_096, 2_000);
    rate("two-stage", 4_096, 2_000);
    rate("hybrid", 4_096, 3_000);
    rate("random load, two-stage", 4_096, 2_000);
    rate("random load, hybrid", 4_096, 2_200);
    row("interval from 30 ms", 4_096, IntervalTrace.SETTLED, 21);
    row("interval from 30 ms", 4_096, IntervalTrace.SETTLED_MS, 7);
    Table lines = new Table(List.of(new Row("interval from 30 ms", 1, 1, "intervalMs", 30)));

    Outcome outcome = new LinkStages().outcome(new Table(rows), lines);

    assertThat(outcome.findings())
        .extracting(Finding::headline)
        .anyMatch(headline -> headline.startsWith("Figure 3"))
        .anyMatch(headline -> headline.startsWith("Figure 6"))
        .anyMatch(headline -> headline.startsWith("Figures 7 and 8"))
        .noneMatch(headline -> headline.startsWith("Figure 4"));
    assertThat(outcome.findings().get(0).ours().median()).isEqualTo(50);
    assertThat(outcome.findings().get(0).met()).isTrue();
    assertThat(outcome.findings().get(1).met()).as("not settled").isFalse();
    assertThat(outcome.charts())
        .containsOnlyKeys("figure-3", "figure-4", "figure-5", "figure-6", "figure-7");
  }

  @Test
  void shouldCompareTheAdaptiveIntervalWithTheBestFixedOneAtTheWorstLoad() {
    String line = " over 20 ms, 10 Mbit/s";
    for (int load : new int[] {10, 90}) {
      row("adaptive" + line, load, FreshnessRun.P99, load == 10 ? 40 : 65);
      row("fixed 5 ms" + line, load, FreshnessRun.P99, load == 10 ? 40 : 90);
      row("fixed 20 ms" + line, load, FreshnessRun.P99, 50);
    }

    Outcome outcome = new LinkFreshness(LineGroup.SLOW).outcome(new Table(rows), NOTHING);

    assertThat(outcome.findings()).hasSize(1);
    Finding worst = outcome.findings().get(0);
    assertThat(worst.ours().median()).isEqualTo(1.3);
    assertThat(worst.met()).isFalse();
    assertThat(worst.remark()).isEqualTo("the worst load, 90 %, where 20 ms are best");
    assertThat(outcome.charts()).containsOnlyKeys("p99-20-ms-10-mbit");
  }

  /** Each of two fixed intervals is lucky in one round. */
  @Test
  void shouldNotCompareWithLuck() {
    String line = " over 20 ms, 10 Mbit/s";
    double[] first = {10, 60, 60};
    double[] second = {60, 10, 61};
    for (int round = 1; round <= first.length; round++) {
      rows.add(new Row("adaptive" + line, 50, round, FreshnessRun.P99, 60));
      rows.add(new Row("fixed 5 ms" + line, 50, round, FreshnessRun.P99, first[round - 1]));
      rows.add(new Row("fixed 20 ms" + line, 50, round, FreshnessRun.P99, second[round - 1]));
    }

    Outcome outcome = new LinkFreshness(LineGroup.SLOW).outcome(new Table(rows), NOTHING);

    Finding worst = outcome.findings().get(0);
    // 60/60, 60/60 and 60/60: the luck of a round does not choose what that round is compared with.
    assertThat(worst.ours().median()).isEqualTo(1);
    assertThat(worst.ours().high()).isEqualTo(1);
  }
}
