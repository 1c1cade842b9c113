package io.windsock.evaluation.gateway;

import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Band;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The findings, the chart and the tables of runs with faults. Rows of earlier versions lack {@link
 * FaultPhases#MISSED_SINCE_PERCENT} and {@link FaultPhases#FAULT_SECONDS}. Immutable.
 */
final class FaultFigures {
  private static final double MAX_REISSUED = 10;

  /** The least width of the band that shows the fault, as narrower ones are hard to see. */
  private static final double MIN_BAND_SECONDS = 0.2;

  private final Table rows;
  private final Table lines;

  /**
   * Creates figures.
   *
   * @param rows what {@link FaultRun} returned
   * @param lines its time lines
   */
  FaultFigures(Table rows, Table lines) {
    this.rows = rows;
    this.lines = lines;
  }

  Outcome outcome() {
    List<Finding> findings = new ArrayList<>();
    rows.settings().forEach(setting -> findings.add(missed(setting)));
    rows.settings().forEach(setting -> findings.add(reissued(setting)));
    return new Outcome(findings, Map.of("in-time-over-time", chart()), grids());
  }

  private List<Grid> grids() {
    List<Grid> grids = new ArrayList<>();
    grid(grids, "Calls of the whole run not in time", FaultPhases.MISSED, "%.0f");
    grid(grids, "The same, %", FaultPhases.MISSED_PERCENT, "%.4f");
    grid(
        grids, "Those of them that were due before it happened", FaultPhases.MISSED_BEFORE, "%.0f");
    grid(
        grids,
        "Calls not in time, of those due since it happened, %",
        FaultPhases.MISSED_SINCE_PERCENT,
        "%.4f");
    grid(grids, "When it happened, s after the first call", FaultPhases.FAULT_SECONDS, "%.2f");
    grid(grids, "Calls that were refused because too many were pending", FaultRun.REFUSED, "%.0f");
    grid(grids, "Calls sent to a further site, %", FaultRun.REISSUED, "%.2f");
    grid(grids, "Duplicates", FaultRun.DUPLICATES, "%.0f");
    grid(grids, "99th percentile, ms", FaultRun.P99, "%.1f");
    grid(grids, "Silence after which a gateway excluded a member, ms", FaultRun.DETECTION, "%.0f");
    grid(grids, "Time until the added member was ready, s", FaultRun.JOINED, "%.1f");
    return grids;
  }

  /** Adds the table of a measure, if any row has it. */
  private void grid(List<Grid> grids, String caption, String measure, String format) {
    if (rows.measures().contains(measure)) {
      grids.add(new Comparison(rows).grid(caption, "", measure, format));
    }
  }

  private Finding missed(String setting) {
    Spread missed = missedSince(setting);
    double duplicates = rows.spread(setting, 0, FaultRun.DUPLICATES).high();
    return new Finding(
        "Calls not in time: " + setting,
        missed,
        "",
        Fault.of(setting).paper(),
        "none, and no duplicate",
        missed.high() == 0 && duplicates == 0 && notReady(setting) == 0,
        remark(setting));
  }

  /** Returns the calls not in time, less those due before the fault where rows have these. */
  private Spread missedSince(String setting) {
    double[] missed = rows.values(setting, 0, FaultPhases.MISSED);
    if (rows.has(setting, 0, FaultPhases.MISSED_BEFORE)) {
      double[] before = rows.values(setting, 0, FaultPhases.MISSED_BEFORE);
      Arrays.setAll(missed, round -> missed[round] - before[round]);
    }
    return Spread.of(missed);
  }

  /** Says what share the missed calls are, as runs in which a member is added are longer. */
  private String remark(String setting) {
    List<String> parts = new ArrayList<>();
    if (rows.has(setting, 0, FaultPhases.MISSED_SINCE_PERCENT)) {
      Spread percent = rows.spread(setting, 0, FaultPhases.MISSED_SINCE_PERCENT);
      parts.add(GatewayExperiments.range("%.4f", percent) + " % of the calls due since it began");
    }
    if (rows.has(setting, 0, FaultPhases.MISSED_BEFORE)) {
      Spread before = rows.spread(setting, 0, FaultPhases.MISSED_BEFORE);
      if (before.high() > 0) {
        parts.add(GatewayExperiments.range("%.0f", before) + " before it began");
      }
    }
    if (rows.has(setting, 0, FaultRun.JOINED)) {
      Spread joined = rows.spread(setting, 0, FaultRun.JOINED);
      parts.add("ready after " + GatewayExperiments.range("%.0f", joined) + " s");
    }
    if (notReady(setting) > 0) {
      parts.add(
          "not ready after %d s in %d of %d runs"
              .formatted(
                  FaultRun.MAX_JOIN.toSeconds(),
                  notReady(setting),
                  rows.values(setting, 0, FaultRun.NOT_READY).length));
    }
    double duplicates = rows.spread(setting, 0, FaultRun.DUPLICATES).high();
    if (duplicates > 0) {
      parts.add(String.format(Locale.ROOT, "up to %.0f duplicates", duplicates));
    }
    return String.join("; ", parts);
  }

  /** Returns in how many runs the added member was not ready in time. */
  private long notReady(String setting) {
    return rows.has(setting, 0, FaultRun.NOT_READY)
        ? Math.round(Arrays.stream(rows.values(setting, 0, FaultRun.NOT_READY)).sum())
        : 0;
  }

  private Finding reissued(String setting) {
    Spread reissued = rows.spread(setting, 0, FaultRun.REISSUED);
    return new Finding(
        "Calls sent to a further site: " + setting,
        reissued,
        "%",
        "",
        "at most 10 %",
        reissued.median() <= MAX_REISSUED,
        Fault.of(setting) == Fault.GATEWAY_KILLED ? killed(setting) : "");
  }

  private String killed(String setting) {
    return rows.has(setting, 0, FaultPhases.FAULT_SECONDS)
        ? "those of the killed gateway until just before it was killed; how many it sent after that is"
            + " unknown"
        : "without those of the killed gateway"; // old rows
  }

  private Chart chart() {
    Comparison comparison = new Comparison(lines);
    List<Curve> curves = new ArrayList<>();
    for (String setting : lines.settings()) {
      curves.add(comparison.curve(setting, setting, FaultRun.IN_TIME));
    }
    double[] begins = begins();
    return new Chart(
        "Calls in time by the second they were due" + caption(begins),
        "seconds",
        "calls in time, %",
        curves,
        bands(begins),
        AxisScale.LINEAR);
  }

  /** Returns when the fault began in each run, s; nothing for old rows, which lack it. */
  private double[] begins() {
    return rows.rows().stream()
        .filter(row -> row.measure().equals(FaultPhases.FAULT_SECONDS))
        .mapToDouble(Row::value)
        .toArray();
  }

  private static String caption(double[] begins) {
    return begins.length == 0
        ? ""
        : String.format(Locale.ROOT, "; the fault begins after %.1f s", Spread.of(begins).median());
  }

  private static List<Band> bands(double[] begins) {
    if (begins.length == 0) {
      return List.of();
    }
    Spread spread = Spread.of(begins);
    double to = Math.max(spread.high(), spread.low() + MIN_BAND_SECONDS);
    return List.of(new Band(spread.low(), to, "fault"));
  }
}
