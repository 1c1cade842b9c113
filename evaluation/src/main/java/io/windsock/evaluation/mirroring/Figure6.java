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
import java.util.OptionalDouble;

/**
 * Mirroring to several mirrors under a constant request load (the paper, section 4.2, Figure 6).
 */
public final class Figure6 implements Experiment {
  private static final int[] SIZES = {200, 1_000, 2_000, 5_000, 8_000};
  private static final int[] QUICK_SIZES = {200, 5_000};
  private static final int[] MIRRORS = {1, 2, 4};
  private static final int[] QUICK_MIRRORS = {1, 2};
  private static final double PER_SECOND = 100;

  /** Requests end before the events do, so that the time measured is not that of their schedule. */
  private static final double REQUEST_SHARE = 0.5;

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Figure6(Benches benches) {
    this.benches = benches;
  }

  private static int[] sizes(Scale scale) {
    return scale.quick() ? QUICK_SIZES : SIZES;
  }

  private static int[] mirrors(Scale scale) {
    return scale.quick() ? QUICK_MIRRORS : MIRRORS;
  }

  private static String setting(int mirrors) {
    return mirrors == 1 ? "1 mirror" : mirrors + " mirrors";
  }

  private static int mirrors(String setting) {
    return Integer.parseInt(setting.substring(0, setting.indexOf(' ')));
  }

  @Override
  public Description description() {
    return new Description(
        "figure-6",
        "One, two and four mirrors under 100 requests/s, by size of an event",
        "From which size of an event on do more mirrors pay, when they also serve requests?",
        "Section 4.2, Figure 6",
        List.of(
            Setups.CENTRAL,
            Setups.EACH_MIRROR,
            Setups.SEQUENCE,
            Setups.WITH_REQUESTS,
            "100 requests/s in total for half the nominal length of a run. Every event is mirrored."),
        List.of(
            Setups.NODES,
            Setups.FEED,
            "Initial state is as large as the events: one row of that size for each of 200 keys. With"
                + " events of 10,000 bytes, 100 requests/s would be more than half of what httperf"
                + " achieves on such a machine, so that the largest events have 8,000.",
            "Each mirror has a process of httperf, which waits busily: more mirrors leave the other"
                + " processes less of this machine's processors, where they are few. The share of"
                + " periods in which the central node used up its quota tells.",
            "The paper's text names no cross-over size; its figure is not in our copy."));
  }

  @Override
  public String time() {
    return "12 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int bytes : sizes(scale)) {
      for (int mirrors : mirrors(scale)) {
        subjects.add(new Subject(setting(mirrors), bytes));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    int[] mirrors = mirrors(scale);
    LabPlan plan = LabPlan.standard(mirrors[mirrors.length - 1]);
    Bench bench = benches.start(plan, sizes(scale), scale, about);
    Requests requests = Requests.during(REQUEST_SHARE * scale.runSeconds(), PER_SECOND);
    return new SequenceRun(
        bench,
        subject ->
            bench.sequence(
                Function.SIMPLE, mirrors(subject.setting()), (int) subject.x(), requests));
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    List<String> settings = rows.settings().stream().sorted().toList();
    String one = settings.get(0);
    String most = settings.get(settings.size() - 1);
    double largest = rows.xs().stream().mapToDouble(it -> it).max().orElseThrow();
    Spread change = comparison.changeAt(most, one, largest, Bench.SECONDS);
    OptionalDouble crossing = comparison.crossing(most, one, Bench.SECONDS);
    boolean found = crossing.isPresent() && change.high() < 0;
    List<Curve> curves = new ArrayList<>();
    for (String setting : settings) {
      curves.add(comparison.curve(setting, setting, Bench.SECONDS));
    }
    return new Outcome(
        List.of(
            new Finding(
                "Time for all events and requests with %s, over one, at the largest events"
                    .formatted(most),
                change,
                "%",
                "less from a cross-over size on",
                "find the cross-over",
                found,
                remark(crossing, change))),
        Map.of(
            "requests-by-size",
            new Chart(
                "Time for all events and requests, 100 requests/s",
                "bytes of an event",
                "seconds",
                curves,
                List.of(),
                AxisScale.LINEAR)),
        List.of(
            comparison.grid(
                "Share of periods in which the central node used up its quota",
                "bytes",
                Bench.THROTTLED,
                "%.2f"),
            comparison.grid("Time for all, s", "bytes", Bench.SECONDS, "%.2f"),
            comparison.grid(
                "Execution at the central site, s", "bytes", Bench.CENTRAL_SECONDS, "%.2f"),
            comparison.grid("Requests without an answer", "bytes", Bench.FAILED, "%.0f")));
  }

  /**
   * Says where the lines cross, or why that is unknown.
   *
   * @param change how much more time most mirrors take at the largest events, in percent
   */
  private static String remark(OptionalDouble crossing, Spread change) {
    if (change.high() >= 0) {
      return "not less in each round, even at the largest events";
    }
    return crossing.isPresent()
        ? String.format(Locale.ROOT, "the lines cross at about %,.0f bytes", crossing.getAsDouble())
        : "it is less at every size: a cross-over would be below the smallest";
  }
}
