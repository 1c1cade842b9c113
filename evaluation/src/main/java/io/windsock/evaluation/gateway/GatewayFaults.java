package io.windsock.evaluation.gateway;

import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.experiment.Experiment;
import io.windsock.evaluation.experiment.Notes;
import io.windsock.evaluation.experiment.Outcome;
import io.windsock.evaluation.experiment.Scale;
import io.windsock.evaluation.experiment.Subject;
import io.windsock.evaluation.gateway.lab.CallLab;
import io.windsock.evaluation.gateway.lab.CallPlan;
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
            "What happens begins when about half of the calls are due, and is over before the next run; a"
                + " member that was started again is called for 30 s, or as long as a run, before that."
                + " Killed: SIGKILL. Stopped: SIGSTOP, then SIGCONT. Added: a new process, which gets the"
                + " processor time that all others leave, as if it had a machine of its own, although a slow"
                + " one; a site begins with an empty disk. Calls go on until the added member has been ready"
                + " for 15 s, so that it also serves. The run of one that is not ready after 180 s ends then, and counts.",
            "Calls not in time are counted from the second on in which it began, or in which a call was due"
                + " that was pending then. Those of earlier seconds are shown separately.",
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
    return new FaultFigures(rows, lines).outcome();
  }
}
