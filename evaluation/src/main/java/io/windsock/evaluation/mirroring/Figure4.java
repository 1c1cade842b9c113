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
import io.windsock.evaluation.report.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Overhead of mirroring to one mirror, by size of an event (the paper, section 4.1, Figure 4). */
public final class Figure4 implements Experiment {
  private static final int[] SIZES = {200, 1_000, 2_000, 5_000, 10_000};
  private static final int[] QUICK_SIZES = {200, 2_000};
  private static final List<Function> FUNCTIONS =
      List.of(Function.NONE, Function.SIMPLE, Function.SELECTIVE);
  private static final double SIMPLE_AIM = 5;
  private static final double SELECTIVE_AIM = 2;

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Figure4(Benches benches) {
    this.benches = benches;
  }

  private static int[] sizes(Scale scale) {
    return scale.quick() ? QUICK_SIZES : SIZES;
  }

  @Override
  public Description description() {
    return new Description(
        "figure-4",
        "Overhead of mirroring to one mirror, by size of an event",
        "How much longer does a sequence of events take when it is mirrored to one mirror?",
        "Section 4.1, Figure 4",
        List.of(
            Setups.CENTRAL,
            Setups.SEQUENCE,
            Setups.NONE + " " + Setups.FUNCTIONS + " No requests are made."),
        List.of(
            Setups.NODES,
            Setups.FEED,
            "The paper's text gives a range for simple mirroring, greater for larger events, and no"
                + " figure for selective mirroring; the dashed line joins the ends of the range.",
            "The paper's central site sends an event to its mirrors from memory. Here a mirrored event"
                + " is written to a second topic, which the broker stores and each mirror reads. This"
                + " second copy is the overhead, and it is bounded by what Kafka needs for a record:"
                + " the topology already sends to that topic in batches of 256 KiB, with one callback"
                + " for all records, and without passing through Kafka Streams' record collector."));
  }

  @Override
  public String time() {
    return "11 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int bytes : sizes(scale)) {
      for (Function function : FUNCTIONS) {
        subjects.add(new Subject(function.text(), bytes));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Bench bench = benches.start(LabPlan.standard(1), sizes(scale), scale, about);
    return new SequenceRun(
        bench,
        subject -> {
          Function function = Function.of(subject.setting());
          int mirrors = function == Function.NONE ? 0 : 1;
          return bench.sequence(function, mirrors, (int) subject.x(), Requests.NONE);
        });
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    String none = Function.NONE.text();
    String simple = Function.SIMPLE.text();
    String selective = Function.SELECTIVE.text();
    Spread simpleMore = comparison.change(simple, none, Bench.CENTRAL_SECONDS);
    Spread selectiveMore = comparison.change(selective, none, Bench.CENTRAL_SECONDS);
    return new Outcome(
        List.of(
            new Finding(
                "Execution time with simple mirroring, over none, mean of all sizes",
                simpleMore,
                "%",
                "15 to 20 % more",
                "at most 5 % more",
                simpleMore.median() <= SIMPLE_AIM,
                parts(comparison)),
            new Finding(
                "The same with selective mirroring",
                selectiveMore,
                "%",
                "“reduced significantly”",
                "at most 2 % more",
                selectiveMore.median() <= SELECTIVE_AIM,
                "")),
        Map.of(
            "overhead",
            new Chart(
                "Execution time relative to no mirroring",
                "bytes of an event",
                "execution time, no mirroring = 1",
                List.of(
                    comparison.ratioCurve("simple", simple, none, Bench.CENTRAL_SECONDS),
                    comparison.ratioCurve("selective", selective, none, Bench.CENTRAL_SECONDS),
                    Comparison.paper("the paper, simple (its text)", 200, 1.15, 10_000, 1.20)),
                List.of(),
                AxisScale.LINEAR)),
        List.of(
            comparison.grid(
                "Share of periods in which the central node used up its quota",
                "bytes",
                Bench.THROTTLED,
                "%.2f"),
            comparison.grid("Execution time, s", "bytes", Bench.CENTRAL_SECONDS, "%.2f"),
            comparison.grid(
                "Processor time of the central node per event, µs",
                "bytes",
                Bench.CENTRAL_US,
                "%.1f"),
            comparison.grid("The broker's part, µs", "bytes", Bench.BROKER_US, "%.1f"),
            comparison.grid("The topology's part, µs", "bytes", Bench.TOPOLOGY_US, "%.1f"),
            comparison.grid("The central site's part, µs", "bytes", Bench.SITE_US, "%.1f")));
  }

  /** Says where simple mirroring spends its additional processor time. */
  private static String parts(Comparison comparison) {
    String none = Function.NONE.text();
    String simple = Function.SIMPLE.text();
    return String.format(
        Locale.ROOT,
        "of the additional processor time, %.0f %% is the broker's and %.0f %% the topology's",
        comparison.partOfChange(simple, none, Bench.CENTRAL_US, Bench.BROKER_US),
        comparison.partOfChange(simple, none, Bench.CENTRAL_US, Bench.TOPOLOGY_US));
  }
}
