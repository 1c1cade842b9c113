package io.windsock.evaluation.mirroring;

import io.windsock.evaluation.bench.Bench;
import io.windsock.evaluation.bench.Benches;
import io.windsock.evaluation.bench.FullLoad;
import io.windsock.evaluation.bench.Setups;
import io.windsock.evaluation.data.Row;
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
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adaptive mirroring under bursts of requests (the paper, section 4.3, Figure 9). */
public final class Figure9 implements Experiment {
  private static final int MIRRORS = 1;

  /** The mirror's quota, in processors: enough to answer its part of a burst. */
  private static final double MIRROR_CPUS = 0.5;

  /**
   * That of the central node. With half of it, the cost of a commit and what a site does whether or
   * not there are events left almost nothing for events, and so for mirroring them.
   */
  private static final double CENTRAL_CPUS = 0.5;

  private static final LabPlan PLAN = LabPlan.standard(MIRRORS).withCpus(CENTRAL_CPUS, MIRROR_CPUS);
  private static final int KEYS = PLAN.keys();
  private static final int[] SIZES = {Setups.EVENT_BYTES};
  private static final Bursts BURSTS = new Bursts(2, 8, 6);
  private static final Bursts QUICK_BURSTS = new Bursts(1, 2, 1);

  /** Those of data that was measured before the pauses became long enough to catch up. */
  private static final Bursts FORMER_BURSTS = new Bursts(2, 10, 5);

  private static final List<Adaptation> QUICK = List.of(Adaptation.SIMPLE, Adaptation.FROM_SIMPLE);
  private static final double AIM = -60;

  /** With a smaller one, there is hardly anything that adaptation could gain. */
  private static final double LEAST_OVERLOAD = 1.1;

  /** The events, as a multiple of what the node keeps up with in a burst, as a measure. */
  private static final String OVERLOAD = "overload";

  /** How late updates are when the next burst begins or the run ends, the later of both, in ms. */
  private static final String AFTER_PAUSE = "delayAfterPauseMs";

  /** Requests per second to each site in a burst, as a measure. */
  private static final String REQUESTS = "requestsPerSecond";

  private final Benches benches;

  /** Creates it; its bench comes from {@code benches}. */
  public Figure9(Benches benches) {
    this.benches = benches;
  }

  private static List<Adaptation> settings(Scale scale) {
    return scale.quick() ? QUICK : Arrays.asList(Adaptation.values());
  }

  @Override
  public Description description() {
    return new Description(
        "figure-9",
        "Adaptive mirroring under bursts of requests",
        "Does a system that adapts its mirroring delay updates less than one with a fixed function?",
        "Section 4.3, Figure 9",
        List.of(
            Setups.CENTRAL,
            "A mirror has a node of its own, with enough processor time for its part of a burst."
                + " In a burst, httperf requests initial state from the central site and the mirror in"
                + " equal parts: so often that the central node, while it mirrors every event, keeps up"
                + " with a third to a half of the events with which it keeps up without requests. They ask in"
                + " turn for %d different results, the first %d to %d rows of the view."
                    .formatted(BurstLoad.RESULTS, KEYS - BurstLoad.RESULTS + 1, KEYS),
            ("Events of 1,000 bytes are sent at a constant rate: %.0f %% more than the central node"
                    + " keeps up with beside these requests while it mirrors every event, but at most"
                    + " %.0f %% of what it keeps up with without them, so that it can catch up between"
                    + " bursts. Ramps find both before each round: the rate, risen evenly within"
                    + " 20 s, from which on the mean delay stays above 300 ms, or 1 s beside requests; each the"
                    + " median of three.")
                .formatted(100 * (BurstLoad.OVERLOAD - 1), 100 * BurstLoad.MOST),
            "A run has %d bursts of %d s, with %d s before, between and after them. Its mean delay is"
                    .formatted(BURSTS.count(), BURSTS.burstSeconds(), BURSTS.pauseSeconds())
                + " that of the seconds in which events were sent, as fewer updates come while they are"
                + " late; the percentile is that of all updates.",
            "Normal: the most recent of up to 10 positions of a key is mirrored, with a checkpoint"
                + " every 50 events. Busy: of up to 20, every 100. Thresholds is the paper's policy:"
                + " it changes from normal to busy when requests are pending or events wait at the topology.",
            "Simple mirrors every event, always. Thresholds from simple changes to busy; objective,"
                + " from simple, has a goal for the update delay and moves in steps towards busy."),
        List.of(
            Setups.NODES,
            Setups.FEED,
            "The paper does not say whether its clients ask for the same state; ours ask for %d different"
                    .formatted(BurstLoad.RESULTS)
                + " results. A site encodes a result once for all who ask for it meanwhile, so with one"
                + " result more requests than httperf makes would be needed to overload the node.",
            "The paper's text gives one figure, up to 40 % less delay with adaptation, and does not"
                + " say over which of the two functions.",
            "The paper's two functions differ enough to decide whether its central node keeps up."
                + " Ours don't: either mirrors a tenth of the events or less, which costs little."
                + " Hence the same policies from simple mirroring, and a load that overloads the central"
                + " node if it mirrors every event.",
            "The paper's first function coalesces up to 10 positions into one event; ours sends the"
                + " most recent of them, which is the same state."));
  }

  @Override
  public String time() {
    return "40 min";
  }

  /** The ramps have sent events beside the same requests for longer than a run takes. */
  @Override
  public boolean countsAtOnce() {
    return true;
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    return settings(scale).stream().map(setting -> new Subject(setting.text(), 0)).toList();
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    LabPlan plan = PLAN;
    Bench bench = benches.start(plan, SIZES, scale, about);
    BurstLoad load = bench.prepare(it -> BurstLoad.calibrate(it, MIRRORS, scale, about));
    return new BurstExperiment(bench, load, scale.quick() ? QUICK_BURSTS : BURSTS, scale);
  }

  /** The prepared experiment. */
  private static final class BurstExperiment implements Run {
    private final Bench bench;
    private final BurstLoad load;
    private final Bursts bursts;
    private final Scale scale;
    private List<Moment> timeLine = List.of();

    BurstExperiment(Bench bench, BurstLoad load, Bursts bursts, Scale scale) {
      this.bench = bench;
      this.load = load;
      this.bursts = bursts;
      this.scale = scale;
    }

    @Override
    public void beginRound() throws InterruptedException {
      if (!scale.quick()) {
        load.beginRound();
      }
    }

    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      bench.usesEvents(Setups.EVENT_BYTES, load.eventsPerSecond());
      bench.usesRequests(Setups.EVENT_BYTES, load.requestsPerSecond() * (MIRRORS + 1));
      bench.lab().adapt(Adaptation.of(subject.setting()).calls(scale.withoutEffect()));
      BurstRun run = new BurstRun(bench.lab(), bursts, load.burst(bursts.burstSeconds()));
      Map<String, Double> values =
          run.run(bench.lab().positions(Setups.EVENT_BYTES), load.eventsPerSecond());
      values.put(FullLoad.EVENTS, load.eventsPerSecond());
      values.put(REQUESTS, load.requestsPerSecond());
      values.put(OVERLOAD, load.overload());
      timeLine = run.timeLine();
      values.put(AFTER_PAUSE, bursts.afterPauses(timeLine, PacedRun.MEAN));
      return values;
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

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    List<Finding> findings = new ArrayList<>();
    add(findings, comparison, rows, Adaptation.THRESHOLDS, Adaptation.NORMAL);
    add(findings, comparison, rows, Adaptation.FROM_SIMPLE, Adaptation.SIMPLE);
    add(findings, comparison, rows, Adaptation.OBJECTIVE, Adaptation.SIMPLE);
    return new Outcome(findings, charts(lines), grids(comparison, lines));
  }

  static Map<String, Chart> charts(Table lines) {
    Map<String, Chart> charts = new LinkedHashMap<>();
    charts.put("delay-over-time", chart("Update delay over time, ms", "ms", lines, PacedRun.MEAN));
    charts.put(
        "staleness-over-time",
        chart("Staleness of the mirrors over time, ms", "ms", lines, PacedRun.STALENESS));
    return charts;
  }

  private static List<Grid> grids(Comparison comparison, Table lines) {
    List<Grid> grids = new ArrayList<>();
    if (comparison.has(PacedRun.BY_TIME)) {
      grids.add(comparison.grid("Mean delay of the seconds, ms", "", PacedRun.BY_TIME, "%.0f"));
    }
    grids.add(comparison.grid("Mean delay of all updates, ms", "", PacedRun.MEAN, "%.0f"));
    grids.add(comparison.grid("99th percentile, ms", "", PacedRun.HIGH, "%.0f"));
    if (comparison.has(AFTER_PAUSE)) {
      grids.add(
          comparison.grid(
              "Mean delay in the second before the next burst or the end, the longer of both, ms",
              "",
              AFTER_PAUSE,
              "%.0f"));
    }
    grids.add(staleness(lines));
    grids.add(comparison.grid("Changes of the mirroring in a run", "", PacedRun.CHANGES, "%.0f"));
    grids.add(comparison.grid("Requests answered", "", BurstRun.ANSWERED, "%.0f"));
    grids.add(comparison.grid("Requests without an answer", "", BurstRun.FAILED, "%.0f"));
    if (comparison.has(BurstRun.UNSENT)) {
      grids.add(
          comparison.grid(
              "Those of them that httperf did not send, for lack of connections",
              "",
              BurstRun.UNSENT,
              "%.0f"));
    }
    if (comparison.has(ReceivedUpdates.MEASURE)) {
      grids.add(comparison.grid(ReceivedUpdates.CAPTION, "", ReceivedUpdates.MEASURE, "%.0f"));
    }
    return grids;
  }

  /** Returns how stale the mirror was between bursts and in them, by setting. */
  private static Grid staleness(Table lines) {
    Bursts bursts = bursts(lines);
    List<List<String>> rows =
        lines.settings().stream()
            .map(
                setting ->
                    List.of(
                        setting,
                        staleness(lines, setting, moment -> !bursts.contains(moment)),
                        staleness(lines, setting, bursts::contains)))
            .toList();
    return new Grid(
        List.of("", "between bursts", "in bursts"),
        rows,
        "Staleness of the mirror, ms, mean of these seconds: median (lowest–highest)");
  }

  private static String staleness(Table lines, String setting, DoublePredicate moments) {
    Map<Integer, Double> means =
        lines.rows().stream()
            .filter(row -> row.setting().equals(setting))
            .filter(row -> row.measure().equals(PacedRun.STALENESS) && moments.test(row.x()))
            .collect(Collectors.groupingBy(Row::round, Collectors.averagingDouble(Row::value)));
    Spread spread = Spread.of(means.values());
    return String.format(
        Locale.ROOT, "%.0f (%.0f–%.0f)", spread.median(), spread.low(), spread.high());
  }

  private static Bursts bursts(Table lines) {
    int seconds = lines.xs().size();
    return Stream.of(QUICK_BURSTS, BURSTS, FORMER_BURSTS)
        .filter(bursts -> seconds <= bursts.seconds())
        .findFirst()
        .orElse(FORMER_BURSTS);
  }

  private static void add(
      List<Finding> findings,
      Comparison comparison,
      Table rows,
      Adaptation adaptive,
      Adaptation fixed) {
    if (rows.has(adaptive.text(), 0, PacedRun.MEAN) && rows.has(fixed.text(), 0, PacedRun.MEAN)) {
      findings.add(
          comparison.has(PacedRun.BY_TIME)
              ? finding("Mean delay of the seconds", rows, PacedRun.BY_TIME, adaptive, fixed)
              : finding("Mean update delay", rows, PacedRun.MEAN, adaptive, fixed));
      findings.add(finding("99th percentile", rows, PacedRun.HIGH, adaptive, fixed));
    }
  }

  private static Finding finding(
      String what, Table rows, String measure, Adaptation adaptive, Adaptation fixed) {
    Spread change = new Comparison(rows).changeAt(adaptive.text(), fixed.text(), 0, measure);
    Spread overload = overload(rows, fixed);
    return new Finding(
        "%s, “%s” over “%s”".formatted(what, adaptive.text(), fixed.text()),
        change,
        "%",
        "up to 40 % less",
        "at least 60 % less",
        change.median() <= AIM && (overload == null || overload.median() >= LEAST_OVERLOAD),
        overload == null ? "" : remark(overload));
  }

  private static String remark(Spread overload) {
    return String.format(
        Locale.ROOT,
        "events %.2f times (%.2f to %.2f) what the node keeps up with in a burst%s",
        overload.median(),
        overload.low(),
        overload.high(),
        overload.median() < LEAST_OVERLOAD ? ": too few to show it" : "");
  }

  /** Returns the overload; null for data that does not have it. */
  private static @Nullable Spread overload(Table rows, Adaptation setting) {
    return rows.has(setting.text(), 0, OVERLOAD) ? rows.spread(setting.text(), 0, OVERLOAD) : null;
  }

  private static Chart chart(String title, String unit, Table lines, String measure) {
    Comparison comparison = new Comparison(lines);
    List<Curve> curves = new ArrayList<>();
    for (String setting : lines.settings()) {
      curves.add(comparison.curve(setting, setting, measure));
    }
    return new Chart(title, "seconds", unit, curves, bursts(lines).bands(), AxisScale.LINEAR);
  }
}
