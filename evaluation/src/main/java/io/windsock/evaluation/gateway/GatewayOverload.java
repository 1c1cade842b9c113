package io.windsock.evaluation.gateway;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Comparison;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.gateway.lab.CallLab;
import io.windsock.evaluation.gateway.lab.CallPlan;
import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.evaluation.gateway.load.CallsProcess;
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.serving.StormProcess;
import io.windsock.evaluation.serving.StormResult;
import io.windsock.testbed.calls.tally.CallsResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Far more calls than sites can answer (Friedman and Birman, section 3.4, watermarks). */
final class GatewayOverload implements Experiment {
  private static final int SITES = 2;

  /** So little that the generator and the gateways can carry twenty times what sites answer. */
  private static final double SITE_CPUS = 0.16;

  private static final double[] FACTORS = {2, 5, 20};
  private static final double[] QUICK_FACTORS = {2, 20};
  private static final String GROUP = "two gateways, two sites";

  /** The same, and displays regain power when the overload begins. */
  private static final String STORM = "the same, with a storm of displays";

  private static final int DISPLAYS = 10_000;
  private static final int QUICK_DISPLAYS = 200;
  private static final String DISPLAY_P99 = "displayP99Ms";
  private static final String FAILED_DISPLAYS = "failedDisplays";

  /** The steady load, as a share of the peak. */
  private static final double STEADY = 0.5;

  /** How many times as long as a run the overload is. */
  private static final double LENGTH = 4;

  private static final double AROUND_SECONDS = 5;
  private static final double QUICK_AROUND_SECONDS = 2.5;
  private static final double WARM_UP_RATE = 2_000;
  private static final String SENT_LATE = "sentLateMs";

  /**
   * A single late call in a thousand must not lower the peak: one that is too low flatters goodput.
   */
  private static final double PEAK_LEVEL = 0.97;

  private static final double REQUIRED_IN_TIME = 99.9;
  private static final double REQUIRED_GOODPUT = 90;
  private static final double REQUIRED_RECOVERY = 2;
  private static final double MS_PER_SECOND = 1e3;

  @Override
  public Description description() {
    return new Description(
        "gateway-overload",
        "Overload, and what is left after it",
        "Are the calls that gateways admit answered in time when there are two, five and twenty times"
            + " too many, and how soon is all as before?",
        "Section 3.4",
        List.of(
            GatewayExperiments.GATEWAYS
                + " Each of two sites has a quota of 16 % of a processor, twice that in gateway-sites, and its"
                + " JIT compilers run beside it: the generator and the gateways must carry twenty times"
                + " what the sites can answer.",
            GatewayExperiments.CALLS,
            "The peak is the highest rate at which 97 % are in time. " + GatewayExperiments.PEAK,
            "A load of half the peak is steady; another process adds the rest for four times the length"
                + " of a run (--run-seconds 15: 60 s).",
            String.format(
                Locale.ROOT,
                "Each overload is made twice in a round, once with a storm: as it begins, %,d %s",
                DISPLAYS,
                DisplayStorms.STORM),
            "Gateways have the settings as shipped. Goodput: calls in time per second, of the"
                + " peak. It can be more than the peak: the more calls wait, the larger are the batches, and"
                + " gateways refuse those that would be late.",
            "A second after the overload is normal if its 99th percentile is at most twice that before,"
                + " or 20 ms, and at most one call in 1,000 is refused."),
        List.of(
            GatewayExperiments.PAPER_NODES,
            "The paper overloads by 10 and 15 % (22,000 and 23,000 calls per second), in figures without"
                + " a table."));
  }

  @Override
  public String time() {
    return "18 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (double factor : scale.quick() ? QUICK_FACTORS : FACTORS) {
      subjects.add(new Subject(GROUP, factor));
      subjects.add(new Subject(STORM, factor));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    PeakSearch search = new PeakSearch(scale, about);
    CallPlan plan = CallPlan.of(SITES, scale.quick()).withSiteCpus(SITE_CPUS);
    CallLab lab = CallLab.start(plan);
    try {
      double peak = peak(lab, search, about);
      lab.sites().forEach(site -> about.node(site.name(), SITE_CPUS, "a site"));
      about.setting("peak, calls per second", String.format(Locale.ROOT, "%,.0f", peak));
      CallsProcess further = lab.startFurtherCalls();
      further.begin(lab.order().at(WARM_UP_RATE, scale.runSeconds()));
      var unused = further.end();
      return new OverloadRun(lab, search, further, DisplayStorms.start(lab), peak, scale);
    } catch (RuntimeException | InterruptedException e) {
      lab.close();
      throw e;
    }
  }

  private static double peak(CallLab lab, PeakSearch search, Notes about)
      throws InterruptedException {
    lab.warmUp(about::note);
    lab.use(SITES);
    return search.peak("all", lab.calls(), lab.order(), PEAK_LEVEL);
  }

  /**
   * The prepared experiment.
   *
   * @param peak the highest rate at which 97 % are in time
   */
  private record OverloadRun(
      CallLab lab,
      PeakSearch search,
      CallsProcess further,
      DisplayStorms storms,
      double peak,
      Scale scale)
      implements Run {
    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      if (!subject.setting().equals(STORM)) {
        return overload(subject.x(), () -> {});
      }
      try (StormProcess displays = storms.ready(scale.quick() ? QUICK_DISPLAYS : DISPLAYS)) {
        CompletableFuture<StormResult> served = new CompletableFuture<>();
        Map<String, Double> values =
            overload(
                subject.x(),
                () -> {
                  var unused = served.completeAsync(displays::run, GatewayOverload::start);
                });
        StormResult result = served.join();
        values.put(DISPLAY_P99, result.p99Ms());
        values.put(FAILED_DISPLAYS, (double) result.failed());
        return values;
      }
    }

    /** Overloads by a factor; {@code atOnce} is what else happens as the overload begins. */
    private Map<String, Double> overload(double factor, Runnable atOnce)
        throws InterruptedException {
      double seconds = LENGTH * scale.runSeconds();
      double around = scale.quick() ? QUICK_AROUND_SECONDS : AROUND_SECONDS;
      CallsOrder steady = lab.order().at(STEADY * peak, 2 * around + seconds);
      search.begin(lab.calls(), steady);
      Thread.sleep(Math.round(around * MS_PER_SECOND));
      search.begin(further, lab.order().at((factor - STEADY) * peak, seconds));
      atOnce.run();
      CallsResult more = further.end();
      CallsResult base = lab.calls().end();
      double from =
          Duration.between(Instant.parse(base.began()), Instant.parse(more.began())).toMillis()
              / MS_PER_SECOND;
      Map<String, Double> values =
          new OverloadPhases(base.intervals(), more.counts(), from, from + seconds).values(peak);
      values.put(
          SENT_LATE, Math.max(base.generator().latestSendMs(), more.generator().latestSendMs()));
      return values;
    }

    @Override
    public void close() {
      storms.close();
      lab.close();
    }
  }

  private static void start(Runnable task) {
    new Thread(task, "storm").start();
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    List<Finding> findings = new ArrayList<>();
    for (double factor : rows.xs().stream().sorted().toList()) {
      findings.addAll(findings(rows, factor));
      if (rows.has(STORM, factor, OverloadPhases.IN_TIME)) {
        findings.add(duringStorm(rows, factor));
      }
    }
    return new Outcome(
        findings,
        Map.of(
            "overload",
            new Chart(
                "Calls under overload",
                "load, times the peak",
                "%",
                curves(comparison, rows),
                List.of(),
                AxisScale.LINEAR)),
        List.of(
            comparison.grid("Calls refused, %", "times", OverloadPhases.SHED, "%.1f"),
            comparison.grid(
                "Calls in time per second", "times", OverloadPhases.GOODPUT_RATE, "%,.0f"),
            comparison.grid("99th percentile before, ms", "times", OverloadPhases.BEFORE, "%.1f"),
            comparison.grid("Calls were sent late by up to, ms", "times", SENT_LATE, "%.1f")));
  }

  private static List<Curve> curves(Comparison comparison, Table rows) {
    List<Curve> curves = new ArrayList<>();
    curves.add(
        comparison.curve(
            "admitted calls in time, of those admitted", GROUP, OverloadPhases.IN_TIME));
    if (rows.settings().contains(STORM)) { // rows of earlier builds have none
      curves.add(
          comparison.curve("the same, with a storm of displays", STORM, OverloadPhases.IN_TIME));
    }
    curves.add(comparison.curve("goodput, of the peak", GROUP, OverloadPhases.GOODPUT));
    curves.add(comparison.curve("refused, of all calls", GROUP, OverloadPhases.SHED));
    return curves;
  }

  private static List<Finding> findings(Table rows, double factor) {
    String times = String.format(Locale.ROOT, ", %.0f times the peak", factor);
    Spread inTime = rows.spread(GROUP, factor, OverloadPhases.IN_TIME);
    Spread goodput = rows.spread(GROUP, factor, OverloadPhases.GOODPUT);
    Spread recovery = rows.spread(GROUP, factor, OverloadPhases.RECOVERY);
    return List.of(
        finding(
            "Admitted calls in time" + times,
            inTime,
            "%",
            "at least 99.9 %",
            inTime.median() >= REQUIRED_IN_TIME),
        finding(
            "Goodput, as a share of the peak" + times,
            goodput,
            "%",
            "at least 90 %",
            goodput.median() >= REQUIRED_GOODPUT),
        finding(
            "Until the steady load is served as before" + times,
            recovery,
            "s",
            "at most 2 s",
            recovery.median() <= REQUIRED_RECOVERY));
  }

  private static Finding duringStorm(Table rows, double factor) {
    Spread inTime = rows.spread(STORM, factor, OverloadPhases.IN_TIME);
    return new Finding(
        String.format(
            Locale.ROOT, "Admitted calls in time, %.0f times the peak, during a storm", factor),
        inTime,
        "%",
        "",
        "at least 99.9 %",
        inTime.median() >= REQUIRED_IN_TIME,
        String.format(
            Locale.ROOT,
            "goodput %.0f %%; 99th percentile of displays %,.0f ms, %.0f failed",
            rows.spread(STORM, factor, OverloadPhases.GOODPUT).median(),
            rows.spread(STORM, factor, DISPLAY_P99).median(),
            rows.spread(STORM, factor, FAILED_DISPLAYS).median()));
  }

  private static Finding finding(
      String headline, Spread spread, String unit, String aim, boolean met) {
    return new Finding(headline, spread, unit, "", aim, met, "");
  }
}
