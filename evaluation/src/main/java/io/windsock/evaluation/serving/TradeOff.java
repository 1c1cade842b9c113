package io.windsock.evaluation.serving;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.SequenceRun;
import io.windsock.evaluation.bench.SequenceRun.Preparation;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.lab.LabPlan;
import io.windsock.evaluation.lab.ReceivedUpdates;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.plot.Kind;
import io.windsock.evaluation.plot.Point;
import io.windsock.evaluation.report.Grid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The trade-off between the mirrors' staleness and the update delay of regular clients. */
public final class TradeOff implements Experiment {
  private static final double[] LOADS = {50, 70, 90, 100, 110};

  private static final double[] QUICK_LOADS = {60};
  private static final List<Choice> QUICK = List.of(Choice.SIMPLE, Choice.OF_10);
  private static final int[] SIZES = {Setups.EVENT_BYTES};
  private static final double PERCENT = 100;

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public TradeOff(Benches benches) {
    this.benches = benches;
  }

  private static double[] loads(Scale scale) {
    return scale.quick() ? QUICK_LOADS : LOADS;
  }

  private static List<Choice> choices(Scale scale) {
    return scale.quick() ? QUICK : Arrays.asList(Choice.values());
  }

  @Override
  public Description description() {
    return new Description(
        "trade-off",
        "Staleness of mirrors against update delay",
        "What does each mirroring function, and each policy, give up for what it gains?",
        "",
        List.of(
            Setups.CENTRAL,
            "There is one mirror. Events of 1,000 bytes are sent at a constant rate. "
                + Setups.FULL_LOAD
                + Setups.EACH_ROUND,
            "Functions mirror every event, or the most recent of up to 2, 5, 10, 20 or 50 positions"
                + " of a key, each within 2 s. Thresholds changes from simple to busy (of 20) when"
                + " 5,000 events wait at the topology; objective has a goal of 300 ms.",
            "Update delay is the mean at the regular client. Staleness is the age of the oldest"
                + " update that the mirror lacks, the mean of twice a second."),
        List.of());
  }

  @Override
  public String time() {
    return "21 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (double load : loads(scale)) {
      for (Choice choice : choices(scale)) {
        subjects.add(new Subject(choice.text(), load));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Bench bench = benches.start(LabPlan.standard(1), SIZES, scale, about);
    FullLoad full = bench.prepare(it -> it.sustained(Setups.EVENT_BYTES, 1, scale));
    return new SequenceRun(
        bench,
        scale.quick() ? Preparation.NONE : full::findAgain,
        subject -> {
          bench.lab().adapt(Choice.of(subject.setting()).calls(scale.withoutEffect()));
          double perSecond = full.perSecond() * subject.x() / PERCENT;
          bench.usesEvents(Setups.EVENT_BYTES, perSecond);
          StalenessRun run = new StalenessRun(bench.lab(), scale.runSeconds());
          Map<String, Double> values =
              run.run(bench.lab().positions(Setups.EVENT_BYTES), perSecond);
          values.put(FullLoad.EVENTS, perSecond);
          return values;
        });
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    Map<String, Chart> charts = new LinkedHashMap<>();
    for (double load : rows.xs()) {
      charts.put(String.format(Locale.ROOT, "load-%.0f", load), chart(rows, load));
    }
    return new Outcome(List.of(), charts, grids(comparison));
  }

  private static List<Grid> grids(Comparison comparison) {
    List<Grid> grids = new ArrayList<>();
    grids.add(comparison.grid("Mean update delay, ms", "load, %", StalenessRun.DELAY, "%.0f"));
    grids.add(
        comparison.grid("Staleness of the mirror, ms", "load, %", StalenessRun.STALENESS, "%.0f"));
    grids.add(comparison.grid("Changes of the mirroring", "load, %", StalenessRun.CHANGES, "%.0f"));
    if (comparison.has(ReceivedUpdates.MEASURE)) {
      grids.add(
          comparison.grid(ReceivedUpdates.CAPTION, "load, %", ReceivedUpdates.MEASURE, "%.0f"));
    }
    return grids;
  }

  private static Chart chart(Table rows, double load) {
    List<Point> functions = new ArrayList<>();
    List<Curve> curves = new ArrayList<>();
    for (Choice choice : Choice.values()) {
      if (rows.has(choice.text(), load, StalenessRun.DELAY)) {
        Point point = point(rows, choice, load);
        if (choice.isFunction()) {
          functions.add(point);
        } else {
          curves.add(new Curve(choice.text(), List.of(point), Kind.OURS));
        }
      }
    }
    curves.add(0, new Curve("functions, from every event to one of 50", functions, Kind.OURS));
    return new Chart(
        String.format(Locale.ROOT, "Staleness against update delay, load %.0f %%", load),
        "staleness of the mirror, ms",
        "mean update delay, ms",
        curves,
        List.of(),
        AxisScale.LINEAR);
  }

  private static Point point(Table rows, Choice choice, double load) {
    Spread delay = rows.spread(choice.text(), load, StalenessRun.DELAY);
    double staleness = rows.spread(choice.text(), load, StalenessRun.STALENESS).median();
    return new Point(staleness, delay.median(), delay.low(), delay.high());
  }
}
