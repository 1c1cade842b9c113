package io.windsock.evaluation.scale;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.plot.Kind;
import io.windsock.evaluation.plot.Point;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** An experiment that varies one quantity and measures what a mirror uses. Immutable. */
final class ScaleExperiment implements Experiment {
  private static final double US_PER_MS = 1e3;
  private static final double BYTES_PER_MIB = 1L << 20;

  private final Description description;
  private final String time;
  private final String axis;
  private final Function<Scale, List<Case>> cases;
  private final Function<Table, List<Finding>> findings;

  /**
   * Creates an experiment.
   *
   * @param time about how long it takes
   * @param axis what x is
   * @param findings returns the headlines of the rows
   */
  ScaleExperiment(
      Description description,
      String time,
      String axis,
      Function<Scale, List<Case>> cases,
      Function<Table, List<Finding>> findings) {
    this.description = description;
    this.time = time;
    this.axis = axis;
    this.cases = cases;
    this.findings = findings;
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public String time() {
    return time;
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    return cases.apply(scale).stream().map(Case::subject).toList();
  }

  @Override
  public Run start(Scale scale, Notes about) throws InterruptedException, IOException {
    return ScaleRun.start(cases.apply(scale), scale, about);
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    return new Outcome(
        findings.apply(rows),
        Map.of("processor-time", chart(rows)),
        List.of(
            grid(rows, "Processor time of the mirror, ms per second", Measures.SITE_US, US_PER_MS),
            grid(rows, "Its resident memory, MiB", Measures.SITE_BYTES, BYTES_PER_MIB)));
  }

  private Chart chart(Table rows) {
    List<Curve> curves = new ArrayList<>();
    for (String setting : rows.settings()) {
      List<Point> points =
          rows.xs().stream()
              .filter(x -> rows.has(setting, x, Measures.SITE_US))
              .sorted()
              .map(x -> Point.of(x, spread(rows, setting, x, Measures.SITE_US, US_PER_MS)))
              .toList();
      curves.add(new Curve(setting, points, Kind.OURS));
    }
    return new Chart(
        description.title(),
        axis,
        "processor time, ms per second",
        curves,
        List.of(),
        AxisScale.LOG);
  }

  private static Spread spread(Table rows, String setting, double x, String measure, double unit) {
    return rows.spread(setting, x, measure).map(value -> value / unit);
  }

  private Grid grid(Table rows, String caption, String measure, double unit) {
    List<String> head = new ArrayList<>(List.of(axis));
    head.addAll(rows.settings());
    List<List<String>> lines = new ArrayList<>();
    for (double x : rows.xs().stream().sorted().toList()) {
      List<String> line = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,.0f", x)));
      for (String setting : rows.settings()) {
        line.add(
            rows.has(setting, x, measure) ? text(spread(rows, setting, x, measure, unit)) : "");
      }
      lines.add(line);
    }
    return new Grid(head, lines, caption + ": median (lowest–highest)");
  }

  private static String text(Spread spread) {
    return String.format(
        Locale.ROOT, "%.1f (%.1f–%.1f)", spread.median(), spread.low(), spread.high());
  }
}
