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
import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Calls in time while members fail and join (Friedman and Birman, section 5.2, Figures 4b, 4c). */
final class GatewayFaults implements Experiment {
  private static final int SITES = 4;
  private static final int QUICK_SITES = 2;

  /** The load, as a share of the highest rate at which all calls are in time without a fault. */
  private static final double LOAD = 0.5;

  private static final double RUNS = 2.5;
  private static final double QUICK_RATE = 1_000;
  private static final double MAX_REISSUED = 10;

  @Override
  public Description description() {
    return new Description(
        "gateway-faults",
        "Calls in time while members fail and join",
        "How many calls miss their deadlines when a site or a gateway fails, joins, stops, is slow or"
            + " answers garbage?",
        "Section 5.2, Figures 4(b) and 4(c)",
        List.of(
            GatewayExperiments.GATEWAYS + " Four sites have no quotas and 10,000 numbers each.",
            GatewayExperiments.CALLS,
            "The load is the one that --rate names, or else half of the highest rate at which all calls"
                + " are in time when nothing happens. "
                + GatewayExperiments.PEAK,
            "What happens begins when half of the calls are due, and is over before the next run; a"
                + " member that was started again is called for 30 s, or as long as a run, before that."
                + " Killed: SIGKILL. Stopped: SIGSTOP, then SIGCONT. Added: a new process, which gets the"
                + " processor time that all others leave, as if it had a machine of its own, although a slow"
                + " one; a site begins with an empty disk, and calls go on for 90 s after it was started, so"
                + " that it also serves.",
            "A relay before the links of one site delays all that the site sends by 99 ms, or overwrites"
                + " the messages in it.",
            "Gateways choose the less loaded of two sites; where uniform is said, they choose by the"
                + " calls' ids alone.",
            "A duplicate is a second outcome of a call in the caller's code, or a call without any."),
        List.of(
            GatewayExperiments.PAPER_NODES,
            "The paper's runs have 1,000,000 calls at 20,000 to 23,000 per second with 10 query elements"
                + " and plot each 20,000 calls; ours plot each second. --calls 1000000 makes as many.",
            "The paper's figures are drawings; its text says that no significant number of calls was"
                + " dropped. Its failure detector took 6 s."));
  }

  @Override
  public String time() {
    return "40 min";
  }

  /** Calls were made for long enough, and the first failure is one that users have, too. */
  @Override
  public boolean countsAtOnce() {
    return true;
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      if (!scale.quick() || fault.routing() == CallPlan.ROUTING) {
        subjects.add(new Subject(fault.text(), 0));
      }
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    CallPlan plan = CallPlan.of(scale.quick() ? QUICK_SITES : SITES, scale.quick()).withFaulty();
    CallLab lab =
        CallLab.start(
            scale.quick() ? plan : plan.withPolicies(CallPlan.ROUTING, RoutingPolicy.UNIFORM));
    try {
      lab.warmUp(about::note);
      PeakSearch search = new PeakSearch(scale, about);
      double rate = rate(scale, lab, search);
      long calls = calls(scale, rate);
      about.setting("calls per second", String.format(Locale.ROOT, "%,.0f", rate));
      about.setting("calls of a run", String.format(Locale.ROOT, "%,d", calls));
      return new FaultsRun(lab, search, rate, calls, scale.quick());
    } catch (RuntimeException | InterruptedException e) {
      lab.close();
      throw e;
    }
  }

  private static double rate(Scale scale, CallLab lab, PeakSearch search)
      throws InterruptedException {
    if (scale.calls().perSecond() > 0) {
      return scale.calls().perSecond();
    }
    return scale.quick() ? QUICK_RATE : LOAD * peak(lab, search);
  }

  private static long calls(Scale scale, double rate) {
    long count = scale.calls().count();
    return count > 0 ? count : Math.round(RUNS * scale.runSeconds() * rate);
  }

  private static double peak(CallLab lab, PeakSearch search) throws InterruptedException {
    lab.use(lab.sites().size());
    return search.peak("all", lab.calls(), lab.order(), PeakSearch.ALL_IN_TIME);
  }

  /** The prepared experiment. */
  private static final class FaultsRun implements Run {
    private final CallLab lab;
    private final PeakSearch search;
    private final double perSecond;
    private final long calls;
    private final boolean quick;
    private List<Moment> timeLine = List.of();

    FaultsRun(CallLab lab, PeakSearch search, double perSecond, long calls, boolean quick) {
      this.quick = quick;
      this.lab = lab;
      this.search = search;
      this.perSecond = perSecond;
      this.calls = calls;
    }

    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      FaultRun run = new FaultRun(lab, search, Fault.of(subject.setting()), quick);
      Map<String, Double> values = run.run(perSecond, calls);
      timeLine = run.timeLine();
      return values;
    }

    @Override
    public List<Moment> timeLine() {
      return timeLine;
    }

    @Override
    public void close() {
      lab.close();
    }
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    List<Finding> findings = new ArrayList<>();
    for (String setting : rows.settings()) {
      findings.add(missed(rows, setting));
    }
    for (String setting : rows.settings()) {
      findings.add(reissued(rows, setting));
    }
    return new Outcome(
        findings,
        Map.of("in-time-over-time", chart(lines)),
        List.of(
            comparison.grid("Calls that were not in time", "", FaultRun.MISSED, "%.0f"),
            comparison.grid("The same, %", "", FaultRun.MISSED_PERCENT, "%.4f"),
            comparison.grid(
                "Those of them that were due before it happened",
                "",
                FaultRun.MISSED_BEFORE,
                "%.0f"),
            comparison.grid(
                "Those of them that were refused because too many were pending",
                "",
                FaultRun.REFUSED,
                "%.0f"),
            comparison.grid("Calls sent to a further site, %", "", FaultRun.REISSUED, "%.2f"),
            comparison.grid("Duplicates", "", FaultRun.DUPLICATES, "%.0f"),
            comparison.grid("99th percentile, ms", "", FaultRun.P99, "%.1f"),
            comparison.grid(
                "Silence after which a gateway excluded a member, ms",
                "",
                FaultRun.DETECTION,
                "%.0f"),
            comparison.grid(
                "Time until the added member was ready, s", "", FaultRun.JOINED, "%.1f")));
  }

  private static Finding missed(Table rows, String setting) {
    Spread missed = rows.spread(setting, 0, FaultRun.MISSED);
    double duplicates = rows.spread(setting, 0, FaultRun.DUPLICATES).high();
    return new Finding(
        "Calls not in time: " + setting,
        missed,
        "",
        Fault.of(setting).paper(),
        "none, and no duplicate",
        missed.high() == 0 && duplicates == 0,
        duplicates == 0 ? "" : String.format(Locale.ROOT, "up to %.0f duplicates", duplicates));
  }

  private static Finding reissued(Table rows, String setting) {
    Spread reissued = rows.spread(setting, 0, FaultRun.REISSUED);
    return new Finding(
        "Calls sent to a further site: " + setting,
        reissued,
        "%",
        "",
        "at most 10 %",
        reissued.median() <= MAX_REISSUED,
        "");
  }

  private static Chart chart(Table lines) {
    Comparison comparison = new Comparison(lines);
    List<Curve> curves = new ArrayList<>();
    for (String setting : lines.settings()) {
      curves.add(comparison.curve(setting, setting, FaultRun.IN_TIME));
    }
    return new Chart(
        "Calls in time, by the second in which they were due; the fault begins half-way",
        "seconds",
        "calls in time, %",
        curves,
        List.of(),
        io.windsock.evaluation.plot.Scale.LINEAR);
  }
}
