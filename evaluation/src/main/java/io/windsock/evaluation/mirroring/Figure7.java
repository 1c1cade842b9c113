package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.bench.SequenceRun;
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
import io.windsock.evaluation.lab.Requests;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Three mirroring functions under request load (the paper, section 4.2, Figure 7). */
public final class Figure7 implements Experiment {
  /** The highest is under half of httperf's ceiling, which is some 1,500/s for this state. */
  private static final double[] RATES = {0, 100, 200, 400, 700};

  private static final double[] QUICK_RATES = {0, 200};
  private static final int[] SIZES = {Setups.EVENT_BYTES};
  private static final List<Function> FUNCTIONS =
      List.of(Function.SIMPLE, Function.SELECTIVE, Function.SELECTIVE_HALF);
  private static final double AIM = -50;

  /** Requests end before the events do, so that the time measured is not that of their schedule. */
  private static final double REQUEST_SHARE = 0.5;

  private final Benches benches;
  private final String name;
  private final double mirrorCpus;
  private final String scaling;

  private Figure7(Benches benches, String name, double mirrorCpus, String scaling) {
    this.benches = benches;
    this.name = name;
    this.mirrorCpus = mirrorCpus;
    this.scaling = scaling;
  }

  /** Returns the experiment with nodes as in the others. */
  public static Figure7 standard(Benches benches) {
    return new Figure7(
        benches,
        "figure-7",
        LabPlan.standard(1).mirrorCpus(),
        "The mirror's node has the quota that it has in the other experiments.");
  }

  /** Returns the experiment with a mirror that the same load saturates. */
  public static Figure7 scaled(Benches benches) {
    return new Figure7(
        benches,
        "figure-7-scaled",
        LabPlan.standard(1).mirrorCpus() / 2,
        "The mirror's node has half the quota that it has in the other experiments, so that the load"
            + " saturates it.");
  }

  private static double[] rates(Scale scale) {
    return scale.quick() ? QUICK_RATES : RATES;
  }

  @Override
  public Description description() {
    return new Description(
        name,
        "Three mirroring functions, by request rate"
            + (name.equals("figure-7") ? "" : ", with a saturated mirror"),
        "How much does a mirroring function that knows the application save under request load?",
        "Section 4.2, Figure 7",
        List.of(
            Setups.CENTRAL,
            Setups.EACH_MIRROR,
            Setups.SEQUENCE,
            Setups.WITH_REQUESTS,
            scaling + " Requests are made for half the nominal length of a run.",
            "Events have 1,000 bytes; there is one mirror. "
                + Setups.FUNCTIONS
                + " The third function is selective with half the checkpoints: one every 100 sent"
                + " events instead of 50."),
        List.of(
            Setups.NODES,
            Setups.FEED,
            "The paper's text gives the gain under high request loads; the dashed lines draw it over"
                + " all rates."));
  }

  @Override
  public String time() {
    return "8 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (double rate : rates(scale)) {
      for (Function function : FUNCTIONS) {
        subjects.add(new Subject(function.text(), rate));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    LabPlan plan = LabPlan.standard(1);
    Bench bench = benches.start(plan.withCpus(plan.centralCpus(), mirrorCpus), SIZES, scale, about);
    return new SequenceRun(
        bench,
        subject ->
            bench.sequence(
                Function.of(subject.setting()),
                1,
                Setups.EVENT_BYTES,
                Requests.during(REQUEST_SHARE * scale.runSeconds(), subject.x())));
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    String simple = Function.SIMPLE.text();
    double highest = rows.xs().stream().mapToDouble(it -> it).max().orElseThrow();
    String bound = bound(rows, simple, highest);
    List<Curve> curves = new ArrayList<>();
    for (Function function : FUNCTIONS) {
      String name = function.text();
      curves.add(comparison.ratioCurve(name, name, simple, Bench.SECONDS));
    }
    curves.add(Comparison.paper("the paper, selective (its text)", 0, 0.7, highest, 0.7));
    curves.add(Comparison.paper("the paper, half the checkpoints", 0, 0.6, highest, 0.6));
    return new Outcome(
        List.of(
            finding(
                "Time for all events and requests, selective over simple, at %.0f requests/s"
                    .formatted(highest),
                comparison.changeAt(Function.SELECTIVE.text(), simple, highest, Bench.SECONDS),
                "30 % less",
                bound + largest(comparison, rows, Function.SELECTIVE)),
            finding(
                "The same with half the checkpoints",
                comparison.changeAt(Function.SELECTIVE_HALF.text(), simple, highest, Bench.SECONDS),
                "40 % less",
                bound + largest(comparison, rows, Function.SELECTIVE_HALF))),
        Map.of(
            "functions",
            new Chart(
                "Time for all events and requests, relative to simple mirroring",
                "requests per second",
                "simple mirroring = 1",
                curves,
                List.of(),
                AxisScale.LINEAR)),
        List.of(
            comparison.grid(
                "Share of periods in which the central node used up its quota",
                "requests/s",
                Bench.THROTTLED,
                "%.2f"),
            comparison.grid("Time for all, s", "requests/s", Bench.SECONDS, "%.2f"),
            comparison.grid("Requests without an answer", "requests/s", Bench.FAILED, "%.0f"),
            comparison.grid(
                "Execution at the central site, s", "requests/s", Bench.CENTRAL_SECONDS, "%.2f")));
  }

  private static Finding finding(String headline, Spread change, String paper, String remark) {
    return new Finding(
        headline, change, "%", paper, "at least 50 % less", change.median() <= AIM, remark);
  }

  /** Says at which rate of requests a function gains most. */
  private static String largest(Comparison comparison, Table rows, Function function) {
    String simple = Function.SIMPLE.text();
    double least = Double.MAX_VALUE;
    double at = 0;
    for (double x : rows.xs()) {
      double change = comparison.changeAt(function.text(), simple, x, Bench.SECONDS).median();
      if (change < least) {
        least = change;
        at = x;
      }
    }
    return String.format(Locale.ROOT, "; most is gained at %.0f requests/s: %.1f %%", at, least);
  }

  /** Says what the time in which requests are made leaves to gain. */
  private static String bound(Table rows, String simple, double perSecond) {
    double made =
        rows.spread(simple, perSecond, Bench.ANSWERED).median()
            + rows.spread(simple, perSecond, Bench.FAILED).median();
    double seconds = made / perSecond;
    double whole = rows.spread(simple, perSecond, Bench.SECONDS).median();
    return String.format(
        Locale.ROOT,
        "making the requests takes %.1f s of the %.1f s with simple mirroring, so that no function"
            + " can need more than %.0f %% less",
        seconds,
        whole,
        100 * (1 - seconds / whole));
  }
}
