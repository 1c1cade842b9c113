package io.windsock.evaluation.mirroring;

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
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.LabPlan;
import io.windsock.evaluation.lab.ReceivedUpdates;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.SentDelays;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Update delays with simple and selective mirroring (the paper, section 4.2, Figure 8). */
public final class Figure8 implements Experiment {
  private static final double[] LOADS = {60, 80, 100, 110, 120};
  private static final double[] QUICK_LOADS = {60, 120};
  private static final int[] SIZES = {Setups.EVENT_BYTES};
  private static final List<Function> FUNCTIONS = List.of(Function.SIMPLE, Function.SELECTIVE);
  private static final double AIM = -60;

  /**
   * How many times as long a run is as those of other experiments: the delay of an overloaded node
   * grows with the time, so that a short run hardly tells it from one that just keeps up.
   */
  private static final int LENGTH = 3;

  private static final double P99 = 99;
  private static final double PERCENT = 100;
  private static final String MEAN = "meanDelayMs";
  private static final String BY_TIME = PacedRun.BY_TIME;
  private static final String HIGH = "p99DelayMs";

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Figure8(Benches benches) {
    this.benches = benches;
  }

  private static double[] loads(Scale scale) {
    return scale.quick() ? QUICK_LOADS : LOADS;
  }

  @Override
  public Description description() {
    return new Description(
        "figure-8",
        "Update delay with simple and selective mirroring, by load",
        "How much sooner do regular clients get their updates when less is mirrored?",
        "Section 4.2, Figure 8",
        List.of(
            Setups.CENTRAL,
            Setups.EACH_MIRROR,
            "Events of 1,000 bytes are sent at a constant rate. "
                + Setups.FULL_LOAD
                + Setups.EACH_ROUND,
            "A run is three times as long as those of the other experiments.",
            "The update delay of an event counts from its sending to its update's arrival at the"
                + " regular client, in ms. A mean is that of the seconds in which events were sent, as"
                + " fewer updates come while they are late; the percentile is that of all updates.",
            Setups.FUNCTIONS + " There is one mirror, and no requests are made."),
        List.of(
            Setups.NODES,
            Setups.FEED,
            "The paper names no load for its Figure 8, and its text relates the figure to the reduction"
                + " in Figure 7. Requests go to the mirrors, whose nodes have quotas of their own here,"
                + " so they can't delay the central node; the event rate loads it instead.",
            "The paper's text gives one figure, more than 50 % less. Below the load that simple"
                + " mirroring keeps up with, the delay is mostly the interval at which the topology commits,"
                + " which no mirroring function changes; above the load that selective mirroring keeps up"
                + " with, both are late. The headline is for the highest load at which the mean delay"
                + " with selective mirroring is at most 300 ms, for each round as the others have it."));
  }

  @Override
  public String time() {
    return "14 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (double load : loads(scale)) {
      for (Function function : FUNCTIONS) {
        subjects.add(new Subject(function.text(), load));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Bench bench = benches.start(LabPlan.standard(1), SIZES, scale, about);
    FullLoad full = bench.prepare(it -> it.sustained(Setups.EVENT_BYTES, 1, scale));
    Duration length = Duration.ofMillis((long) (1e3 * LENGTH * scale.runSeconds()));
    return new SequenceRun(
        bench,
        scale.quick() ? Preparation.NONE : full::findAgain,
        subject -> {
          bench.lab().use(Function.of(subject.setting()), 1);
          double perSecond = full.perSecond() * subject.x() / PERCENT;
          bench.usesEvents(Setups.EVENT_BYTES, perSecond);
          ReceivedUpdates received = bench.lab().receiving();
          SentDelays bySent = bench.lab().delaysFromNow((int) Math.ceil(length.toMillis() / 1e3));
          Map<String, Double> values =
              delays(
                  bench.lab().follow(bench.lab().positions(Setups.EVENT_BYTES), perSecond, length));
          values.put(BY_TIME, bySent.meanMs());
          long events = Pace.constant(perSecond, length).count();
          values.put(ReceivedUpdates.MEASURE, received.percentOf(events));
          values.put(FullLoad.EVENTS, perSecond);
          return values;
        });
  }

  private static Map<String, Double> delays(Histogram ms) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(MEAN, ms.getMean());
    values.put(HIGH, (double) ms.getValueAtPercentile(P99));
    return values;
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    String mean = comparison.has(BY_TIME) ? BY_TIME : MEAN; // older data has the other one only
    String simple = Function.SIMPLE.text();
    String selective = Function.SELECTIVE.text();
    double highest = rows.xs().stream().mapToDouble(it -> it).max().orElseThrow();
    return new Outcome(
        List.of(
            finding(
                "Mean update delay, selective over simple, at the highest load that selective keeps up"
                    + " with",
                rows,
                mean,
                mean),
            finding("The same, 99th percentile", rows, mean, HIGH)),
        Map.of(
            "update-delay",
            new Chart(
                "Mean update delay, relative to simple mirroring",
                "load, % of the rate at which simple mirroring becomes late",
                "simple mirroring = 1",
                List.of(
                    comparison.ratioCurve("simple", simple, simple, mean),
                    comparison.ratioCurve("selective", selective, simple, mean),
                    Comparison.paper("the paper, selective (its text)", 100, 0.5, highest, 0.5)),
                List.of(),
                AxisScale.LINEAR)),
        grids(comparison));
  }

  private static List<Grid> grids(Comparison comparison) {
    List<Grid> grids = new ArrayList<>();
    if (comparison.has(BY_TIME)) {
      grids.add(comparison.grid("Mean delay of the seconds, ms", "load, %", BY_TIME, "%.0f"));
    }
    grids.add(comparison.grid("Mean delay of all updates, ms", "load, %", MEAN, "%.0f"));
    grids.add(comparison.grid("99th percentile, ms", "load, %", HIGH, "%.0f"));
    if (comparison.has(ReceivedUpdates.MEASURE)) {
      grids.add(
          comparison.grid(ReceivedUpdates.CAPTION, "load, %", ReceivedUpdates.MEASURE, "%.0f"));
    }
    return grids;
  }

  private static Finding finding(String headline, Table rows, String mean, String measure) {
    double keptUp = keptUp(rows, mean, Table.NO_ROUND);
    boolean late =
        rows.medianWithout(Table.NO_ROUND, Function.SELECTIVE.text(), keptUp, mean)
            > FullLoad.LATE_MS;
    Spread change = change(rows, mean, measure);
    return new Finding(
        headline,
        change,
        "%",
        "more than 50 % less",
        "at least 60 % less",
        !late && change.median() <= AIM,
        late
            ? String.format(Locale.ROOT, "late even at a load of %.0f %%", keptUp)
            : "at loads of " + keptUpByRound(rows, mean) + " % in the rounds");
  }

  private static String keptUpByRound(Table rows, String mean) {
    return IntStream.range(0, rounds(rows))
        .mapToObj(round -> String.format(Locale.ROOT, "%.0f", keptUp(rows, mean, round)))
        .collect(Collectors.joining(", "));
  }

  private static int rounds(Table rows) {
    return rows.values(Function.SELECTIVE.text(), rows.xs().get(0), MEAN).length;
  }

  /** Returns the changes, each at the load that the other rounds choose. */
  private static Spread change(Table rows, String mean, String measure) {
    String selective = Function.SELECTIVE.text();
    double[] changes = new double[rounds(rows)];
    for (int round = 0; round < changes.length; round++) {
      double load = keptUp(rows, mean, round);
      double simple = rows.values(Function.SIMPLE.text(), load, measure)[round];
      changes[round] = PERCENT * (rows.values(selective, load, measure)[round] / simple - 1);
    }
    return Spread.of(changes);
  }

  /**
   * Returns the highest load up to which selective mirroring is never late; the lowest if it is
   * there.
   *
   * @param mean the measure of the delay
   * @param without the round that has no say
   */
  private static double keptUp(Table rows, String mean, int without) {
    List<Double> loads = rows.xs().stream().sorted().toList();
    double keptUp = loads.get(0);
    for (double load : loads) {
      double delay = rows.medianWithout(without, Function.SELECTIVE.text(), load, mean);
      if (delay > FullLoad.LATE_MS) {
        break;
      }
      keptUp = load;
    }
    return keptUp;
  }
}
