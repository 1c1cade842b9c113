package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.lab.Function;
import io.windsock.evaluation.lab.LabPlan;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a change of the mirroring costs: update delays while functions alternate. */
public final class Changes implements Experiment {
  /** A load with which every setting keeps up, in percent of full load. */
  private static final double LOAD = 75;

  private static final int SECONDS = 21;
  private static final int QUICK_SECONDS = 3;

  /** The time between two changes, which is also that before the first. */
  private static final int EVERY_SECONDS = 3;

  private static final int QUICK_EVERY_SECONDS = 1;
  private static final int[] SIZES = {Setups.EVENT_BYTES};
  private static final double PERCENT = 100;

  /** A function that stays in force, and what it alternates with. */
  private enum Alternation {
    NORMAL(Function.NORMAL, Function.NORMAL),
    NORMAL_BUSY(Function.NORMAL, Function.BUSY),
    SIMPLE(Function.SIMPLE, Function.SIMPLE),
    SIMPLE_BUSY(Function.SIMPLE, Function.BUSY);

    private final Function first;
    private final Function second;

    Alternation(Function first, Function second) {
      this.first = first;
      this.second = second;
    }

    String text() {
      return changes() ? first.text() + " and " + second.text() + ", in turn" : first.text();
    }

    boolean changes() {
      return first != second;
    }

    static Alternation of(String text) {
      for (Alternation one : values()) {
        if (one.text().equals(text)) {
          return one;
        }
      }
      throw new IllegalArgumentException("no setting '" + text + "'");
    }
  }

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Changes(Benches benches) {
    this.benches = benches;
  }

  @Override
  public Description description() {
    return new Description(
        "changes",
        "What a change of the mirroring costs",
        "How much later do updates come while one mirroring function replaces another?",
        "",
        List.of(
            Setups.CENTRAL,
            Setups.EACH_MIRROR,
            "Events of 1,000 bytes are sent for %d s at a constant rate: %.0f %% of full load. "
                    .formatted(SECONDS, LOAD)
                + Setups.FULL_LOAD
                + Setups.EACH_ROUND,
            "Where two functions are in force in turn, one replaces the other every %d s. No requests are made."
                .formatted(EVERY_SECONDS),
            "Simple: every event is mirrored. Normal: the most recent of up to 10 positions of a key"
                + " is, with a checkpoint every 50 events. Busy: of up to 20, every 100."),
        List.of());
  }

  @Override
  public String time() {
    return "13 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (Alternation setting : Alternation.values()) {
      subjects.add(new Subject(setting.text(), LOAD));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Bench bench = benches.start(LabPlan.standard(1), SIZES, scale, about);
    FullLoad full = bench.prepare(it -> it.sustained(Setups.EVENT_BYTES, 1, scale));
    return new Alternating(bench, full, scale);
  }

  /** The prepared experiment. */
  private static final class Alternating implements Run {
    private final Bench bench;
    private final FullLoad full;
    private final Scale scale;
    private List<Moment> timeLine = List.of();

    Alternating(Bench bench, FullLoad full, Scale scale) {
      this.bench = bench;
      this.full = full;
      this.scale = scale;
    }

    @Override
    public void beginRound() throws InterruptedException {
      if (!scale.quick()) {
        full.findAgain();
      }
    }

    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      Alternation setting = Alternation.of(subject.setting());
      bench.lab().use(setting.first, 1);
      double perSecond = full.perSecond() * subject.x() / PERCENT;
      bench.usesEvents(Setups.EVENT_BYTES, perSecond);
      PacedRun run = new PacedRun(bench.lab(), scale.quick() ? QUICK_SECONDS : SECONDS);
      Map<String, Double> values =
          run.run(
              bench.lab().positions(Setups.EVENT_BYTES),
              perSecond,
              second -> change(setting, second));
      values.put(FullLoad.EVENTS, perSecond);
      timeLine = run.timeLine();
      return values;
    }

    private void change(Alternation setting, int second) {
      if (setting.changes() && changesAt(second, scale)) {
        boolean odd = second / every(scale) % 2 != 0;
        bench.lab().change(odd ? setting.second : setting.first);
      }
    }

    @Override
    public List<Moment> timeLine() {
      return timeLine;
    }

    @Override
    public void close() {
      bench.close();
    }
  }

  private static int every(Scale scale) {
    return scale.quick() ? QUICK_EVERY_SECONDS : EVERY_SECONDS;
  }

  /** Whether functions change at this second of a run; never where all settings are to be alike. */
  static boolean changesAt(int second, Scale scale) {
    return !scale.withoutEffect() && second > 0 && second % every(scale) == 0;
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    return new Outcome(
        List.of(
            finding(comparison, Alternation.NORMAL_BUSY, Alternation.NORMAL),
            finding(comparison, Alternation.SIMPLE_BUSY, Alternation.SIMPLE)),
        Map.of("delay-over-time", chart(lines)),
        List.of(
            comparison.grid("Mean update delay, ms", "load, %", PacedRun.MEAN, "%.0f"),
            comparison.grid("99th percentile, ms", "load, %", PacedRun.HIGH, "%.0f"),
            comparison.grid("Longest, ms", "load, %", PacedRun.LONGEST, "%.0f"),
            comparison.grid(
                "Changes of the mirroring in a run", "load, %", PacedRun.CHANGES, "%.0f")));
  }

  private static Finding finding(Comparison comparison, Alternation changing, Alternation fixed) {
    return new Finding(
        "Mean update delay, “%s” over “%s”".formatted(changing.text(), fixed.text()),
        comparison.changeAt(changing.text(), fixed.text(), LOAD, PacedRun.MEAN),
        "%",
        "",
        "",
        null,
        "");
  }

  private static Chart chart(Table lines) {
    Comparison comparison = new Comparison(lines);
    List<Curve> curves = new ArrayList<>();
    for (String setting : lines.settings()) {
      curves.add(comparison.curve(setting, setting, PacedRun.MEAN));
    }
    return new Chart(
        "Update delay over time, ms", "seconds", "ms", curves, List.of(), AxisScale.LINEAR);
  }
}
