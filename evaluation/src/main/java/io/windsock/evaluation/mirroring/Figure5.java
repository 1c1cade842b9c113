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
import java.util.Map;

/** Overhead by number of mirrors (the paper, section 4.1, Figure 5). */
public final class Figure5 implements Experiment {
  private static final int MIRRORS = 4;
  private static final int QUICK_MIRRORS = 2;
  private static final int[] SIZES = {Setups.EVENT_BYTES};
  private static final double AIM = 2;

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Figure5(Benches benches) {
    this.benches = benches;
  }

  private static int mirrors(Scale scale) {
    return scale.quick() ? QUICK_MIRRORS : MIRRORS;
  }

  @Override
  public Description description() {
    return new Description(
        "figure-5",
        "Overhead by number of mirrors",
        "How much longer does a sequence of events take with each further mirror?",
        "Section 4.1, Figure 5",
        List.of(
            Setups.CENTRAL,
            Setups.EACH_MIRROR,
            Setups.SEQUENCE,
            "Events have 1,000 bytes. " + Setups.FUNCTIONS + " No requests are made."),
        List.of(
            Setups.NODES,
            Setups.FEED,
            "The paper's central node sends each mirror its own copy; ours writes the mirror topic"
                + " once, and each mirror reads it from the broker.",
            "The paper's text gives one figure, less than 10 % for each mirror on the average; the"
                + " dashed line draws 10 %."));
  }

  @Override
  public String time() {
    return "7 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int mirrors = 0; mirrors <= mirrors(scale); mirrors++) {
      subjects.add(new Subject(Function.SIMPLE.text(), mirrors));
      subjects.add(new Subject(Function.SELECTIVE.text(), mirrors));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Bench bench = benches.start(LabPlan.standard(mirrors(scale)), SIZES, scale, about);
    return new SequenceRun(
        bench,
        subject -> {
          int mirrors = (int) subject.x();
          Function function = mirrors == 0 ? Function.NONE : Function.of(subject.setting());
          return bench.sequence(function, mirrors, Setups.EVENT_BYTES, Requests.NONE);
        });
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    String simple = Function.SIMPLE.text();
    String selective = Function.SELECTIVE.text();
    Spread each = comparison.changePerStep(simple, Bench.CENTRAL_SECONDS);
    Spread eachSelective = comparison.changePerStep(selective, Bench.CENTRAL_SECONDS);
    return new Outcome(
        List.of(
            finding("Execution time for each further mirror, simple mirroring", each),
            finding("The same with selective mirroring", eachSelective)),
        Map.of(
            "mirrors",
            new Chart(
                "Execution time by number of mirrors",
                "mirrors",
                "execution time, no mirrors = 1",
                List.of(
                    comparison.relativeCurve("simple", simple, 0, Bench.CENTRAL_SECONDS),
                    comparison.relativeCurve("selective", selective, 0, Bench.CENTRAL_SECONDS),
                    Comparison.paper("the paper, its upper bound", 0, 1, 1, 1.1, 2, 1.2, 4, 1.4)),
                List.of(),
                AxisScale.LINEAR)),
        List.of(
            comparison.grid(
                "Share of periods in which the central node used up its quota",
                "mirrors",
                Bench.THROTTLED,
                "%.2f"),
            comparison.grid("Execution time, s", "mirrors", Bench.CENTRAL_SECONDS, "%.2f"),
            comparison.grid(
                "Processor time of the central node per event, µs",
                "mirrors",
                Bench.CENTRAL_US,
                "%.1f")));
  }

  private static Finding finding(String headline, Spread each) {
    return new Finding(
        headline,
        each,
        "%",
        "less than 10 % more",
        "at most 2 % more",
        each.median() <= AIM,
        "the geometric mean of the steps from one mirror to the most");
  }
}
