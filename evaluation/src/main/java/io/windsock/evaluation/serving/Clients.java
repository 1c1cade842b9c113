package io.windsock.evaluation.serving;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.bench.SequenceRun;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.ceiling.Generator;
import io.windsock.evaluation.ceiling.MeasuredCeilings.Load;
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
import io.windsock.evaluation.load.Followers;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Overhead of mirroring by the number of regular clients of the central site. */
public final class Clients implements Experiment {
  private static final int[] CLIENTS = {1, 10, 30, 100};
  private static final int[] QUICK_CLIENTS = {1, 10};
  private static final int[] SIZES = {Setups.EVENT_BYTES};
  private static final List<Function> FUNCTIONS =
      List.of(Function.NONE, Function.SIMPLE, Function.SELECTIVE);

  private static final Load FURTHER = new Load(Generator.FOLLOWERS, Setups.EVENT_BYTES);

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Clients(Benches benches) {
    this.benches = benches;
  }

  private static int[] clients(Scale scale) {
    return scale.quick() ? QUICK_CLIENTS : CLIENTS;
  }

  @Override
  public Description description() {
    return new Description(
        "clients",
        "Overhead of mirroring to one mirror, by number of regular clients",
        "How much of the central node's work is mirroring when it also serves many regular clients?",
        "",
        List.of(
            Setups.CENTRAL,
            "Further regular clients follow all updates, too, and discard them.",
            Setups.SEQUENCE,
            "Events have 1,000 bytes. No requests are made.",
            Setups.NONE + " " + Setups.FUNCTIONS),
        List.of(
            "Figure 4 has one regular client, where mirroring weighs most. The paper does not say"
                + " how many its central node served."));
  }

  @Override
  public String time() {
    return "11 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int clients : clients(scale)) {
      for (Function function : FUNCTIONS) {
        subjects.add(new Subject(function.text(), clients));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Bench bench = benches.start(LabPlan.standard(1), SIZES, scale, about);
    return new SequenceRun(
        bench,
        subject -> {
          Function function = Function.of(subject.setting());
          try (Followers further = bench.lab().followers((int) subject.x() - 1)) {
            long before = further.bytes();
            Map<String, Double> values =
                bench.sequence(
                    function, function == Function.NONE ? 0 : 1, Setups.EVENT_BYTES, Requests.NONE);
            double seconds = Objects.requireNonNull(values.get(Bench.CENTRAL_SECONDS));
            about.used(FURTHER, (further.bytes() - before) / seconds);
            if (further.ended() > 0) {
              throw new IllegalStateException(further.ended() + " regular clients were cut");
            }
            return values;
          }
        });
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    String none = Function.NONE.text();
    String simple = Function.SIMPLE.text();
    String selective = Function.SELECTIVE.text();
    double most = rows.xs().stream().mapToDouble(it -> it).max().orElseThrow();
    Spread change = comparison.changeAt(simple, none, most, Bench.CENTRAL_SECONDS);
    return new Outcome(
        List.of(
            new Finding(
                "Execution time with simple mirroring, over none, with %.0f regular clients"
                    .formatted(most),
                change,
                "%",
                "",
                "",
                null,
                "")),
        Map.of(
            "overhead",
            new Chart(
                "Execution time relative to no mirroring",
                "regular clients",
                "execution time, no mirroring = 1",
                List.of(
                    comparison.ratioCurve("simple", simple, none, Bench.CENTRAL_SECONDS),
                    comparison.ratioCurve("selective", selective, none, Bench.CENTRAL_SECONDS)),
                List.of(),
                AxisScale.LINEAR)),
        List.of(
            comparison.grid(
                "Share of periods in which the central node used up its quota",
                "clients",
                Bench.THROTTLED,
                "%.2f"),
            comparison.grid("Execution time, s", "clients", Bench.CENTRAL_SECONDS, "%.2f"),
            comparison.grid(
                "Processor time of the central node per event, µs",
                "clients",
                Bench.CENTRAL_US,
                "%.1f")));
  }
}
