package io.windsock.evaluation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.plot.Band;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What experiments of gateways make of rows. */
class GatewayOutcomesTest {
  private static final Scale WHOLE = new Scale(false, 5, 4, Scale.Calls.FOUND, false);

  private static final Table ONE_LINE =
      new Table(List.of(new Row("a site added", 1, 1, FaultRun.IN_TIME, 100)));

  private final List<Row> rows = new ArrayList<>();

  private void row(String setting, double x, String measure, double value) {
    rows.add(new Row(setting, x, 1, measure, value));
  }

  private Table table() {
    return new Table(rows);
  }

  @Test
  void shouldHaveASubjectForEachFault() {
    assertThat(new GatewayFaults().subjects(WHOLE))
        .extracting(Subject::setting)
        .doesNotHaveDuplicates()
        .hasSize(Fault.values().length)
        .allMatch(setting -> Fault.of(setting).text().equals(setting));
  }

  @Test
  void shouldMeasureOneToTenSites() {
    assertThat(new GatewaySites().subjects(WHOLE))
        .extracting(Subject::x)
        .containsExactly(1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 10.0);
  }

  @Test
  void shouldTellAFaultThatCostsCallsFromOneThatDoesNot() {
    for (Fault fault : List.of(Fault.SITE_KILLED, Fault.SITE_SLOW)) {
      row(fault.text(), 0, FaultPhases.MISSED, fault == Fault.SITE_KILLED ? 0 : 3);
      row(fault.text(), 0, FaultPhases.MISSED_PERCENT, 0.1);
      row(fault.text(), 0, FaultRun.REISSUED, fault == Fault.SITE_KILLED ? 12 : 10);
      row(fault.text(), 0, FaultRun.DUPLICATES, 0);
      row(fault.text(), 0, FaultRun.P99, 7);
    }
    Table lines = new Table(List.of(new Row("a site killed", 1, 1, FaultRun.IN_TIME, 100)));

    Outcome outcome = new GatewayFaults().outcome(table(), lines);

    assertThat(outcome.findings())
        .extracting(Finding::met)
        .containsExactly(true, false, false, true);
    assertThat(outcome.charts()).containsOnlyKeys("in-time-over-time");
  }

  @Test
  void shouldNotMeetItsAimWithADuplicate() {
    row("nothing", 0, FaultPhases.MISSED, 0);
    row("nothing", 0, FaultPhases.MISSED_PERCENT, 0);
    row("nothing", 0, FaultRun.REISSUED, 0);
    row("nothing", 0, FaultRun.DUPLICATES, 1);
    Table lines = new Table(List.of(new Row("nothing", 1, 1, FaultRun.IN_TIME, 100)));

    assertThat(new GatewayFaults().outcome(table(), lines).findings().get(0).met()).isFalse();
  }

  private Finding missed(String setting) {
    return new GatewayFaults()
        .outcome(table(), ONE_LINE).findings().stream()
            .filter(finding -> finding.headline().equals("Calls not in time: " + setting))
            .findFirst()
            .orElseThrow();
  }

  private static Chart chart(Outcome outcome) {
    return outcome.charts().values().iterator().next();
  }

  /** Adds the measures that rows have had from the beginning. */
  private void oldRows(String setting, int round, double missed, double before) {
    Map.of(
            FaultPhases.MISSED, missed,
            FaultPhases.MISSED_PERCENT, missed / 1_000,
            FaultPhases.MISSED_BEFORE, before,
            FaultRun.REFUSED, 0.0,
            FaultRun.REISSUED, 2.0,
            FaultRun.DUPLICATES, 0.0,
            FaultRun.P99, 7.0)
        .forEach((measure, value) -> rows.add(new Row(setting, 0, round, measure, value)));
  }

  private void newRows(String setting, int round, double percent, double seconds) {
    rows.add(new Row(setting, 0, round, FaultPhases.MISSED_SINCE_PERCENT, percent));
    rows.add(new Row(setting, 0, round, FaultPhases.FAULT_SECONDS, seconds));
  }

  @Test
  void shouldNotCountCallsMissedBeforeTheFaultAgainstIt() {
    oldRows("a site stopped for 2 s", 1, 281, 281);
    oldRows("a site stopped for 2 s", 2, 12, 12);
    oldRows("a site killed", 1, 20, 3);
    oldRows("a site killed", 2, 5, 5);

    Finding stopped = missed("a site stopped for 2 s");
    assertThat(stopped.ours().high()).isZero();
    assertThat(stopped.met()).isTrue();
    assertThat(stopped.remark()).isEqualTo("12 to 281 before it began");
    Finding killed = missed("a site killed");
    assertThat(killed.ours().low()).isZero();
    assertThat(killed.ours().high()).isEqualTo(17);
    assertThat(killed.met()).isFalse();
  }

  @Test
  void shouldSayInHowManyRunsAnAddedMemberWasNotReady() {
    oldRows("a site added", 1, 0, 0);
    rows.add(new Row("a site added", 0, 1, FaultRun.JOINED, 90.5));
    rows.add(new Row("a site added", 0, 1, FaultRun.NOT_READY, 0));
    oldRows("a site added", 2, 0, 0);
    rows.add(new Row("a site added", 0, 2, FaultRun.NOT_READY, 1));

    assertThat(missed("a site added").remark())
        .isEqualTo("ready after 91 s; not ready after 180 s in 1 of 2 runs");
    assertThat(missed("a site added").met()).isFalse();
  }

  @Test
  void shouldSayWhatShareIsMissedAndWhenAnAddedMemberWasReady() {
    oldRows("a site added", 1, 64, 0);
    newRows("a site added", 1, 0.00915, 5.1);
    rows.add(new Row("a site added", 0, 1, FaultRun.JOINED, 90.5));
    oldRows("a site added", 2, 64, 1);
    newRows("a site added", 2, 0.01, 5.3);
    rows.add(new Row("a site added", 0, 2, FaultRun.JOINED, 65.2));

    assertThat(missed("a site added").remark())
        .isEqualTo(
            "0.0092 to 0.0100 % of the calls due since it began; 0 to 1 before it began;"
                + " ready after 65 to 91 s");
  }

  @Test
  void shouldShowWhenTheFaultBegan() {
    oldRows("a site added", 1, 0, 0);
    newRows("a site added", 1, 0, 5.1);
    oldRows("nothing", 1, 0, 0);
    newRows("nothing", 1, 0, 5.5);

    Chart chart = chart(new GatewayFaults().outcome(table(), ONE_LINE));

    assertThat(chart.title()).endsWith("; the fault begins after 5.3 s");
    assertThat(chart.bands()).containsExactly(new Band(5.1, 5.5, "fault"));
  }

  /** Rows of before lack when the fault began, and the counts of a killed gateway. */
  @Test
  void shouldClaimNothingThatOldRowsDoNotSay() {
    oldRows("a gateway killed", 1, 0, 0);

    Outcome outcome = new GatewayFaults().outcome(table(), ONE_LINE);

    Chart chart = chart(outcome);
    assertThat(chart.title()).isEqualTo("Calls in time by the second they were due");
    assertThat(chart.bands()).isEmpty();
    assertThat(outcome.grids()).hasSize(7);
    assertThat(outcome.findings().get(0).remark()).isEmpty();
    assertThat(outcome.findings().get(1).remark()).isEqualTo("without those of the killed gateway");
  }

  @Test
  void shouldSayThatTheLastCountsOfAKilledGatewayAreUnknown() {
    oldRows("a gateway killed", 1, 0, 0);
    newRows("a gateway killed", 1, 0, 5.1);

    assertThat(new GatewayFaults().outcome(table(), ONE_LINE).findings().get(1).remark())
        .contains("until just before it was killed")
        .endsWith("is unknown");
  }

  @Test
  void shouldHaveAHeadlineForEachOverload() {
    for (double factor : new double[] {2, 5, 20}) {
      for (String measure :
          List.of(
              OverloadPhases.IN_TIME,
              OverloadPhases.GOODPUT,
              OverloadPhases.RECOVERY,
              OverloadPhases.SHED)) {
        row("two gateways, two sites", factor, measure, factor);
      }
    }

    assertThat(new GatewayOverload().outcome(table(), new Table(List.of())).findings())
        .extracting(Finding::headline)
        .hasSize(9)
        .doesNotHaveDuplicates()
        .contains("Goodput, as a share of the peak, 20 times the peak");
  }

  @Test
  void shouldHaveAHeadlineForEachOverloadDuringAStorm() {
    for (String setting :
        List.of("two gateways, two sites", "the same, with a storm of displays")) {
      for (String measure :
          List.of(
              OverloadPhases.IN_TIME,
              OverloadPhases.GOODPUT,
              OverloadPhases.RECOVERY,
              OverloadPhases.SHED,
              "displayP99Ms",
              "failedDisplays")) {
        row(setting, 5, measure, 99.8);
      }
    }

    List<Finding> findings =
        new GatewayOverload().outcome(table(), new Table(List.of())).findings();

    assertThat(findings).hasSize(4);
    Finding storm = findings.get(3);
    assertThat(storm.headline())
        .isEqualTo("Admitted calls in time, 5 times the peak, during a storm");
    assertThat(storm.met()).isFalse();
    assertThat(storm.remark())
        .isEqualTo("goodput 100 %; 99th percentile of displays 100 ms, 100 failed");
  }

  @Test
  void shouldMeasureEachOverloadWithAndWithoutAStorm() {
    assertThat(new GatewayOverload().subjects(WHOLE))
        .extracting(Subject::x)
        .containsExactly(2.0, 2.0, 5.0, 5.0, 20.0, 20.0);
  }

  @Test
  void shouldWriteNumbersAlikeInEveryLocale() {
    for (String measure : PeakRun.NAMES.keySet()) {
      row("two gateways, two sites", 10_000, measure, 30_000);
    }
    Locale locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);

      assertThat(
              new GatewayPeak().outcome(table(), new Table(List.of())).findings().get(0).headline())
          .endsWith("with 10,000 keys");
    } finally {
      Locale.setDefault(locale);
    }
  }

  @Test
  void shouldCompareSitesWithFewerOnes() {
    for (double sites : new double[] {1, 10}) {
      for (String measure : PeakRun.NAMES.keySet()) {
        row("uniform", sites, measure, 1_000 * sites);
      }
    }
    row("load-aware", 10, PeakRun.ALL, 11_000);

    Outcome outcome = new GatewaySites().outcome(table(), new Table(List.of()));

    assertThat(outcome.findings().get(0).ours().median()).isEqualTo(10_000);
    assertThat(outcome.findings().get(0).remark()).isEqualTo("10.0 times those with 1 sites");
    assertThat(outcome.findings().get(1).ours().median()).isEqualTo(11_000);
  }

  /** Of the medians, the ratio would be 6.7; and a round that confirmed no rate has none. */
  @Test
  void shouldCompareSitesWithFewerOnesWithinRounds() {
    double[] one = {1_000, 2_000, 4_000, 0};
    double[] ten = {10_000, 20_000, 8_000, 10_000};
    for (int round = 1; round <= one.length; round++) {
      for (String measure : PeakRun.NAMES.keySet()) {
        rows.add(new Row("uniform", 1, round, measure, one[round - 1]));
        rows.add(new Row("uniform", 10, round, measure, ten[round - 1]));
        rows.add(new Row("load-aware", 10, round, measure, 1));
      }
    }

    Outcome outcome = new GatewaySites().outcome(table(), new Table(List.of()));

    assertThat(outcome.findings().get(0).remark()).isEqualTo("10.0 times those with 1 sites");
  }

  @Test
  void shouldRequireTwentyThousandCalls() {
    for (String measure : PeakRun.NAMES.keySet()) {
      row("two gateways, two sites", 10_000, measure, 30_000);
      row("two gateways, two sites", 100_000, measure, 19_999);
    }

    assertThat(new GatewayPeak().outcome(table(), new Table(List.of())).findings())
        .extracting(Finding::met)
        .containsExactly(true, false);
  }

  @Test
  void shouldCompareAGatewayWithHaproxyInEachRound() {
    for (int round = 1; round <= 2; round++) {
      rows.add(new Row("a gateway", 0, round, "callsAt99", 6_000 * round));
      rows.add(new Row("haproxy", 0, round, "callsAt99", 10_000 * round));
      rows.add(new Row("a gateway", 0, round, "p50Ms", 1));
      rows.add(new Row("haproxy", 0, round, "p50Ms", 1));
      rows.add(new Row("a gateway", 0, round, "p99Ms", 4 * round));
      rows.add(new Row("haproxy", 0, round, "p99Ms", 4));
    }

    Outcome outcome = new GatewayHaproxy().outcome(table(), new Table(List.of()));

    assertThat(outcome.findings().get(0).ours().median()).isEqualTo(2);
    assertThat(outcome.findings().get(0).remark()).isEmpty(); // old rows do not say at which load
    assertThat(outcome.findings().get(1).ours().median()).isEqualTo(0.6);
    assertThat(outcome.findings()).extracting(Finding::met).containsExactly(false, true);
  }

  @Test
  void shouldSayAtWhichLoadLatenciesAreCompared() {
    for (String setting : List.of("a gateway", "haproxy")) {
      for (String measure : List.of("callsAt99", "p50Ms", "p99Ms")) {
        row(setting, 0, measure, 1);
        rows.add(new Row(setting, 0, 2, measure, 1));
      }
      row(setting, 0, "latencyCallsPerSecond", 4_100);
      rows.add(new Row(setting, 0, 2, "latencyCallsPerSecond", 5_200));
    }

    assertThat(
            new GatewayHaproxy().outcome(table(), new Table(List.of())).findings().get(0).remark())
        .isEqualTo("at 4,100 to 5,200 calls per second");
  }

  @Test
  void shouldCompareLatenciesAtHalfOfEachPeak() {
    for (int round = 1; round <= 2; round++) {
      for (String measure : List.of("callsAt99", "p50Ms", "p99Ms")) {
        rows.add(new Row("a gateway", 0, round, measure, 1));
        rows.add(new Row("haproxy", 0, round, measure, 1));
      }
      rows.add(new Row("a gateway", 0, round, "ownLoadCallsPerSecond", 12_000));
      rows.add(new Row("haproxy", 0, round, "ownLoadCallsPerSecond", 6_000));
      rows.add(new Row("a gateway", 0, round, "ownLoadP99Ms", 5.5));
      rows.add(new Row("haproxy", 0, round, "ownLoadP99Ms", 4));
    }

    Finding finding = new GatewayHaproxy().outcome(table(), new Table(List.of())).findings().get(1);

    assertThat(finding.headline()).endsWith("each at half of its own peak");
    assertThat(finding.ours().median()).isEqualTo(1.5);
    assertThat(finding.met()).isFalse();
    assertThat(finding.remark()).isEqualTo("at 12,000 and 6,000 calls per second");
  }

  @Test
  void shouldConfigureHaproxyForAllSites() {
    String configuration =
        Haproxy.configuration(
            8_090, List.of(URI.create("http://127.0.0.1:1"), URI.create("http://127.0.0.1:2")));

    assertThat(configuration)
        .contains("bind 127.0.0.1:8090\n")
        .contains("replace-path /v1/query/(.*) /v1/\\1\n")
        .endsWith("  server m1 127.0.0.1:1\n  server m2 127.0.0.1:2\n");
  }
}
