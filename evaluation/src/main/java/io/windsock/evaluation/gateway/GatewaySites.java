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
import io.windsock.evaluation.plot.Curve;
import io.windsock.evaluation.report.Finding;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Calls in time by number of sites (Friedman and Birman, section 5.1, Figure 4a). The figure is a
 * drawing; only what the text and the abstract say of it can be plotted.
 */
final class GatewaySites implements Experiment {
  private static final int[] SITES = {1, 2, 4, 6, 8, 10};
  private static final int[] QUICK_SITES = {1, 2};

  /** Twice what a site uses without calls, so that ten sites leave half of two processors. */
  private static final double SITE_CPUS = 0.08;

  private static final double PAPER_SITES = 10;
  private static final double PAPER_CALLS = 20_000;

  private static int[] counts(Scale scale) {
    return scale.quick() ? QUICK_SITES : SITES;
  }

  private static int most(Scale scale) {
    return counts(scale)[counts(scale).length - 1];
  }

  @Override
  public Description description() {
    return new Description(
        "gateway-sites",
        "Calls in time by number of sites",
        "How many calls a second are answered in time by one to ten sites under equal quotas?",
        "Section 5.1, Figure 4(a)",
        List.of(
            GatewayExperiments.GATEWAYS,
            "Each site has a node with a quota of 8 % of a processor, in periods of 20 ms, and 10,000"
                + " numbers. Its JIT compilers run beside the quota: they would use it up for seconds, at"
                + " any time. Sites that a point does not use are paused.",
            GatewayExperiments.CALLS,
            GatewayExperiments.PEAK,
            "The rate with all calls in time is confirmed, those with 97 and 95 % are not. The tables"
                + " show what gateways and sites used in the run that confirmed it.",
            "Uniform: gateways choose a site by the call's id. Load-aware: the less loaded of two; with"
                + " the most sites alone."),
        List.of(
            GatewayExperiments.PAPER_NODES,
            "The paper plots the figure without a table. Its text gives one rate, 20,000 calls per"
                + " second with 10 query elements and 2 adaptors, measured over 1,000,000 calls, and"
                + " says that the rate falls slightly as query elements are added, because its"
                + " adaptors are the bottleneck. Ours measures sites at their quotas."));
  }

  @Override
  public String time() {
    return "40 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int sites : counts(scale)) {
      subjects.add(new Subject(CallPlan.text(RoutingPolicy.UNIFORM), sites));
    }
    subjects.add(new Subject(CallPlan.text(RoutingPolicy.LOAD_AWARE), most(scale)));
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    CallPlan plan =
        CallPlan.of(most(scale), scale.quick())
            .withSiteCpus(SITE_CPUS)
            .withPolicies(RoutingPolicy.UNIFORM, RoutingPolicy.LOAD_AWARE);
    CallLab lab = CallLab.start(plan);
    try {
      lab.warmUp(about::note);
    } catch (RuntimeException | InterruptedException e) {
      lab.close();
      throw e;
    }
    lab.sites().forEach(site -> about.node(site.name(), SITE_CPUS, "a site"));
    about.setting("numbers", Integer.toString(plan.keys()));
    return new SitesRun(lab, new PeakRun(lab, scale, about));
  }

  /** The prepared experiment. */
  private record SitesRun(CallLab lab, PeakRun peak) implements Run {
    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      boolean uniform = subject.setting().equals(CallPlan.text(RoutingPolicy.UNIFORM));
      lab.use((int) subject.x(), uniform ? RoutingPolicy.UNIFORM : RoutingPolicy.LOAD_AWARE);
      return peak.measure(subject.toString(), (int) subject.x());
    }

    @Override
    public void close() {
      lab.close();
    }
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    String uniform = CallPlan.text(RoutingPolicy.UNIFORM);
    double most = rows.xs().stream().mapToDouble(it -> it).max().orElseThrow();
    double fewest = rows.xs().stream().mapToDouble(it -> it).min().orElseThrow();
    Spread best = rows.spread(uniform, most, PeakRun.ALL);
    return new Outcome(
        List.of(
            new Finding(
                String.format(Locale.ROOT, "Calls per second, all in time, with %.0f sites", most),
                best,
                "/s",
                "20,000 with 10",
                "",
                null,
                remark(rows, uniform, most, fewest)),
            new Finding(
                "The same when gateways choose by load",
                rows.spread(CallPlan.text(RoutingPolicy.LOAD_AWARE), most, PeakRun.ALL),
                "/s",
                "",
                "",
                null,
                "")),
        Map.of("calls-by-sites", chart(comparison, uniform)),
        PeakRun.grids(comparison, "sites"));
  }

  /** Says how many times those with fewest sites are; without rounds that confirmed no rate. */
  private static String remark(Table rows, String uniform, double most, double fewest) {
    double[] many = rows.values(uniform, most, PeakRun.ALL);
    double[] few = rows.values(uniform, fewest, PeakRun.ALL);
    double[] ratios =
        IntStream.range(0, Math.min(many.length, few.length))
            .filter(round -> few[round] > 0)
            .mapToDouble(round -> many[round] / few[round])
            .toArray();
    return ratios.length == 0
        ? ""
        : String.format(
            Locale.ROOT, "%.1f times those with %.0f sites", Spread.of(ratios).median(), fewest);
  }

  private static Chart chart(Comparison comparison, String uniform) {
    List<Curve> curves = new ArrayList<>();
    for (Map.Entry<String, String> level : PeakRun.NAMES.entrySet()) {
      curves.add(comparison.curve(level.getValue(), uniform, level.getKey()));
    }
    curves.add(
        comparison.curve(
            "all, chosen by load", CallPlan.text(RoutingPolicy.LOAD_AWARE), PeakRun.ALL));
    curves.add(Comparison.paper("the paper, its text", PAPER_SITES, PAPER_CALLS));
    return new Chart(
        "Calls per second that are in time, by number of sites",
        "sites",
        "calls/s",
        curves,
        List.of(),
        AxisScale.LINEAR);
  }
}
