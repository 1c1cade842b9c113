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
import io.windsock.evaluation.plot.AxisScale;
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.serving.StormProcess;
import io.windsock.evaluation.serving.StormResult;
import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.IntervalResult;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Calls for keys while displays ask for their initial state through the same gateways. */
final class GatewayStorm implements Experiment {
  private static final int SITES = 2;
  private static final int[] DISPLAYS = {1_000, 10_000};
  private static final int[] QUICK_DISPLAYS = {100, 500};
  private static final String GROUP = "calls during a storm";

  /** The load, as a share of the highest rate at which all calls are in time. */
  private static final double LOAD = 0.25;

  private static final double QUICK_RATE = 1_000;
  private static final double BEFORE_SECONDS = 3;

  /** Calls are made until the storm is over, at most for so long. */
  private static final double LONGEST_SECONDS = 120;

  private static final double REQUIRED = 100;
  private static final String IN_TIME = "inTimePercent";
  private static final String WORST = "worstP99Ms";
  private static final String DISPLAY_P99 = "displayP99Ms";
  private static final String FAILED = "failedDisplays";
  private static final double MS_PER_SECOND = 1e3;
  private static final double PERCENT = 100;

  private static int[] displays(Scale scale) {
    return scale.quick() ? QUICK_DISPLAYS : DISPLAYS;
  }

  @Override
  public Description description() {
    return new Description(
        "gateway-storm",
        "Calls during a storm of displays at the gateways",
        "Do calls for single keys stay in time while displays reconnect through the same gateways?",
        "",
        List.of(
            GatewayExperiments.GATEWAYS + " Two sites have no quotas either.",
            GatewayExperiments.CALLS,
            "Calls come at a quarter of the highest rate at which all are in time. "
                + GatewayExperiments.PEAK,
            "After 3 s, " + DisplayStorms.STORM,
            "The seconds from the storm's beginning until each display is served are compared."),
        List.of());
  }

  @Override
  public String time() {
    return "8 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int displays : displays(scale)) {
      subjects.add(new Subject(GROUP, displays));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    CallLab lab = CallLab.start(CallPlan.of(SITES, scale.quick()));
    try {
      lab.warmUp(about::note);
      lab.use(SITES);
      PeakSearch search = new PeakSearch(scale, about);
      double rate = QUICK_RATE;
      if (!scale.quick()) {
        rate = LOAD * search.peak("all", lab.calls(), lab.order(), PeakSearch.ALL_IN_TIME);
      }
      about.setting("calls per second", String.format(Locale.ROOT, "%,.0f", rate));
      return new StormRun(lab, search, DisplayStorms.start(lab), rate);
    } catch (RuntimeException | InterruptedException e) {
      lab.close();
      throw e;
    }
  }

  /** The prepared experiment. */
  private record StormRun(CallLab lab, PeakSearch search, DisplayStorms storms, double rate)
      implements Run {
    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      try (StormProcess storm = storms.ready((int) subject.x())) {
        search.begin(lab.calls(), lab.order().at(rate, BEFORE_SECONDS + LONGEST_SECONDS));
        Thread.sleep(Math.round(BEFORE_SECONDS * MS_PER_SECOND));
        long startMs = System.currentTimeMillis();
        StormResult displays = storm.run();
        long endMs = System.currentTimeMillis();
        lab.calls().stop();
        CallsResult calls = lab.calls().end();
        Map<String, Double> values = new LinkedHashMap<>(during(calls, startMs, endMs));
        values.put(DISPLAY_P99, displays.p99Ms());
        values.put(FAILED, (double) displays.failed());
        return values;
      }
    }

    @Override
    public void close() {
      storms.close();
      lab.close();
    }
  }

  /** Returns what became of the calls of each second that the storm touched. */
  private static Map<String, Double> during(CallsResult calls, long startMs, long endMs) {
    long beganMs = Instant.parse(calls.began()).toEpochMilli();
    long due = 0;
    long inTime = 0;
    double worst = 0;
    for (IntervalResult interval : calls.intervals()) {
      long fromMs = beganMs + interval.fromMs();
      if (fromMs + MS_PER_SECOND > startMs && fromMs < endMs) {
        due += interval.counts().due();
        inTime += interval.counts().inTime();
        worst = Math.max(worst, interval.latency().p99Ms());
      }
    }
    if (due == 0) {
      throw new IllegalStateException("no calls were due during the storm");
    }
    return Map.of(IN_TIME, PERCENT * inTime / due, WORST, worst);
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    List<Finding> findings = new ArrayList<>();
    for (double displays : rows.xs().stream().sorted().toList()) {
      Spread inTime = rows.spread(GROUP, displays, IN_TIME);
      findings.add(
          new Finding(
              String.format(Locale.ROOT, "Calls in time while %,.0f displays reconnect", displays),
              inTime,
              "%",
              "",
              "all, in every round",
              inTime.low() >= REQUIRED,
              String.format(
                  Locale.ROOT,
                  "99th percentile of displays %.0f ms, %.0f failed",
                  rows.spread(GROUP, displays, DISPLAY_P99).median(),
                  rows.spread(GROUP, displays, FAILED).median())));
    }
    return new Outcome(
        findings,
        Map.of(
            "calls-during-storm",
            new Chart(
                "99th percentiles during a storm",
                "displays",
                "ms",
                List.of(
                    comparison.curve("calls, the worst second", GROUP, WORST),
                    comparison.curve("initial state of displays", GROUP, DISPLAY_P99)),
                List.of(),
                AxisScale.LINEAR)),
        List.of(
            comparison.grid("Calls in time during the storm, %", "displays", IN_TIME, "%.3f"),
            comparison.grid("Their 99th percentile, worst second, ms", "displays", WORST, "%.1f"),
            comparison.grid(
                "Initial state of displays, 99th percentile, ms", "displays", DISPLAY_P99, "%.0f"),
            comparison.grid("Displays without initial state", "displays", FAILED, "%.0f")));
  }
}
