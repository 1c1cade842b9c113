package io.windsock.evaluation.link;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.link.lab.CopyRate;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of {@link LinkStages}, of those settings that were measured. */
final class StageFigures {
  private static final List<StageSetting> FIXED =
      List.of(
          StageSetting.SERIAL,
          StageSetting.TWO_STAGE,
          StageSetting.FINE_GRAINED,
          StageSetting.MULTI_THREADED,
          StageSetting.HYBRID);
  private static final double CHOSEN_AIM = -5;

  private final Table rows;
  private final Table lines;
  private final Comparison comparison;
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, Chart> charts = new LinkedHashMap<>();

  StageFigures(Table rows, Table lines) {
    this.rows = rows;
    this.lines = lines;
    comparison = new Comparison(rows);
  }

  Outcome outcome() {
    batching();
    stages();
    pipelines();
    chosen();
    trace(StageSetting.FROM_30);
    trace(StageSetting.FROM_15);
    random();
    charts();
    return new Outcome(
        findings,
        charts,
        List.of(
            comparison.grid("MB/s", "bytes", CopyRate.MB, "%.1f"),
            comparison.grid(
                "Processor time of sender and receiver, ms/MB", "bytes", CopyRate.COPIER, "%.1f")));
  }

  private void batching() {
    faster(
        "Figure 3: rate with adaptive batches, more than with each poll a batch",
        StageSetting.ADAPTIVE,
        StageSetting.EACH_POLL,
        "improves performance greatly",
        "more");
    faster(
        "Rate with adaptive batches, more than with best effort",
        StageSetting.ADAPTIVE,
        StageSetting.BEST_EFFORT,
        "best effort exhausts one site's resources",
        "");
    faster(
        "Figure 3: rate with adaptive batches, more than writing the target alone",
        StageSetting.ADAPTIVE,
        StageSetting.WRITE,
        "far below raw devices",
        "");
  }

  private void stages() {
    faster(
        "Figure 4: rate with compression, more than without",
        StageSetting.COMPRESSION,
        StageSetting.ADAPTIVE,
        "improves performance significantly",
        "");
    faster(
        "Figure 4: rate with encryption, more than without",
        StageSetting.ENCRYPTION,
        StageSetting.ADAPTIVE,
        "impacts performance seriously",
        "");
    faster(
        "Figure 4: rate with both, more than with encryption alone",
        StageSetting.TWO_STAGE,
        StageSetting.ENCRYPTION,
        "between the other two",
        "");
  }

  private void pipelines() {
    String remarkably = "all three accelerate remarkably; fine-grained and multi-threaded alike";
    for (StageSetting pipeline : List.of(StageSetting.FINE_GRAINED, StageSetting.MULTI_THREADED)) {
      faster(
          "Figure 5: rate of " + pipeline.text() + ", more than two-stage",
          pipeline,
          StageSetting.TWO_STAGE,
          remarkably,
          "more");
    }
    faster(
        "Figure 5: rate of hybrid, more than fine-grained",
        StageSetting.HYBRID,
        StageSetting.FINE_GRAINED,
        "improves it further, at about 87 % of the processors",
        "more");
    faster(
        "Rate of two-stage, more than waiting for each reply",
        StageSetting.TWO_STAGE,
        StageSetting.SERIAL,
        "",
        "more");
  }

  /** Compares what the sites choose with the best of what they choose from. */
  private void chosen() {
    double bytes = LinkStages.TRACED_BYTES;
    if (!hasRate(StageSetting.CHOSEN, bytes)) {
      return;
    }
    FIXED.stream()
        .filter(fixed -> hasRate(fixed, bytes))
        .max(Comparator.comparingDouble(fixed -> rate(fixed, bytes)))
        .ifPresent(best -> findings.add(chosenOver(best, bytes)));
  }

  private double rate(StageSetting setting, double bytes) {
    return rows.spread(setting.text(), bytes, CopyRate.MB).median();
  }

  private Finding chosenOver(StageSetting best, double bytes) {
    Spread more = comparison.changeAt(StageSetting.CHOSEN.text(), best.text(), bytes, CopyRate.MB);
    return new Finding(
        "Rate of the pipeline chosen while running, more than the best of the others, at %,.0f bytes"
            .formatted(bytes),
        more,
        "%",
        "",
        "at most 5 % less",
        more.median() >= CHOSEN_AIM,
        "the best is " + best.text());
  }

  private void random() {
    faster(
        "Figures 7 and 8: rate of hybrid, more than two-stage, sequential load",
        StageSetting.HYBRID,
        StageSetting.TWO_STAGE,
        "",
        "");
    faster(
        "Figures 7 and 8: the same, random load",
        StageSetting.RANDOM_HYBRID,
        StageSetting.RANDOM_TWO_STAGE,
        "the gap narrows",
        "");
  }

  /**
   * Adds by how much a setting is faster than another, if both were measured at one size at least.
   *
   * @param aim "more", or empty for none
   */
  private void faster(
      String headline, StageSetting setting, StageSetting base, String paper, String aim) {
    boolean both = rows.xs().stream().anyMatch(x -> hasRate(setting, x) && hasRate(base, x));
    if (!both) {
      return;
    }
    Spread more = comparison.change(setting.text(), base.text(), CopyRate.MB);
    Boolean met = aim.isEmpty() ? null : more.median() > 0;
    findings.add(
        new Finding(headline, more, "%", paper, aim, met, "the mean over the sizes of records"));
  }

  private boolean hasRate(StageSetting setting, double x) {
    return rows.has(setting.text(), x, CopyRate.MB);
  }

  private void trace(StageSetting setting) {
    if (rows.has(setting.text(), LinkStages.TRACED_BYTES, IntervalTrace.SETTLED)) {
      Spread after = rows.spread(setting.text(), LinkStages.TRACED_BYTES, IntervalTrace.SETTLED);
      Spread atMs = rows.spread(setting.text(), LinkStages.TRACED_BYTES, IntervalTrace.SETTLED_MS);
      findings.add(
          new Finding(
              "Figure 6: batches until the " + setting.text() + " settled",
              after,
              "",
              "quickly; 20 are drawn",
              "at most 20",
              after.median() <= IntervalTrace.BATCHES,
              "at %.1f ms".formatted(atMs.median())));
    }
  }

  private void charts() {
    chart(
        "figure-3",
        "Figure 3: batching",
        StageSetting.READ,
        StageSetting.WRITE,
        StageSetting.EACH_POLL,
        StageSetting.BEST_EFFORT,
        StageSetting.ADAPTIVE);
    chart(
        "figure-4",
        "Figure 4: compression and encryption",
        StageSetting.ADAPTIVE,
        StageSetting.COMPRESSION,
        StageSetting.ENCRYPTION,
        StageSetting.TWO_STAGE);
    chart(
        "figure-5",
        "Figure 5: pipelines",
        StageSetting.SERIAL,
        StageSetting.TWO_STAGE,
        StageSetting.FINE_GRAINED,
        StageSetting.MULTI_THREADED,
        StageSetting.HYBRID,
        StageSetting.CHOSEN);
    chart(
        "figure-7",
        "Figures 7 and 8: pipelines under a random load",
        StageSetting.RANDOM_SERIAL,
        StageSetting.RANDOM_TWO_STAGE,
        StageSetting.RANDOM_FINE_GRAINED,
        StageSetting.RANDOM_MULTI_THREADED,
        StageSetting.RANDOM_HYBRID);
    List<Curve> traces = new ArrayList<>();
    Comparison traced = new Comparison(lines);
    for (String setting : lines.settings()) {
      traces.add(traced.curve(setting, setting, IntervalTrace.INTERVAL));
    }
    if (!traces.isEmpty()) {
      charts.put(
          "figure-6",
          new Chart(
              "Figure 6: the batch interval",
              "batch",
              "interval, ms",
              traces,
              List.of(),
              AxisScale.LINEAR));
    }
  }

  private void chart(String name, String title, StageSetting... settings) {
    List<Curve> curves = new ArrayList<>();
    for (StageSetting setting : settings) {
      if (rows.xs().stream().anyMatch(x -> hasRate(setting, x))) {
        curves.add(comparison.curve(setting.text(), setting.text(), CopyRate.MB));
      }
    }
    if (!curves.isEmpty()) {
      charts.put(
          name, new Chart(title, "bytes of a record", "MB/s", curves, List.of(), AxisScale.LOG));
    }
  }
}
