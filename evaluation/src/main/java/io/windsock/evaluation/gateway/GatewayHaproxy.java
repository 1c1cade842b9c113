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
import io.windsock.evaluation.gateway.lab.Member;
import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import io.windsock.testbed.calls.tally.CallsResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A gateway against haproxy in its place, over HTTP. */
final class GatewayHaproxy implements Experiment {
  private static final int SITES = 2;
  private static final String GATEWAY = "a gateway";
  private static final String HAPROXY = "haproxy";

  /** The share of calls in time at the peak: single calls may be late through the client's HTTP. */
  private static final double PEAK_LEVEL = 0.99;

  /** The load at which latencies are compared, as a share of the lower peak. */
  private static final double LOAD = 0.5;

  private static final double WARM_UP_RATE = 1_000;
  private static final String PEAK = "callsAt99";
  private static final String LATENCY_LOAD = "latencyCallsPerSecond";
  private static final String P50 = "p50Ms";
  private static final String P99 = "p99Ms";
  private static final String OWN_LOAD = "ownLoadCallsPerSecond";
  private static final String OWN_P99 = "ownLoadP99Ms";
  private static final double MAX_ADDED_MS = 1;
  private static final double MIN_PEAK = 0.6;

  @Override
  public String missing() {
    return Files.isExecutable(Haproxy.PROGRAM)
        ? ""
        : "there is no " + Haproxy.PROGRAM + ": install it (Debian: apt-get install haproxy)";
  }

  @Override
  public Description description() {
    return new Description(
        "gateway-haproxy",
        "A gateway against haproxy in its place",
        "What does a gateway cost compared with a proxy that only chooses a site in turn?",
        "",
        List.of(
            "Two sites without quotas. Calls are HTTP requests over connections that are kept, all to one"
                + " gateway or all to haproxy.",
            "The gateway reads the request and asks the less loaded of the two sites over a link, on which"
                + " calls and answers travel in batches. It limits how many calls are pending, and asks the"
                + " other site, too, where an answer is slow.",
            "haproxy changes the path and passes each request on to the sites' HTTP servers, in turn. It"
                + " neither limits what is pending nor asks a second site for a slow answer.",
            GatewayExperiments.CALLS,
            "The peak is the highest rate at which 99 % are in time. "
                + GatewayExperiments.PEAK
                + " The peak includes what HTTP costs the sites: behind haproxy they serve a request for"
                + " each call, behind the gateway none.",
            "Both are measured in each round. Their latencies are compared at the same load: half of the"
                + " lower of the two peaks that were found last before the round. Then each has half of"
                + " its own, found just before."),
        List.of());
  }

  @Override
  public String time() {
    return "12 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    return List.of(new Subject(GATEWAY, 0), new Subject(HAPROXY, 0));
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    CallLab lab = CallLab.start(CallPlan.of(SITES, scale.quick()));
    try {
      lab.warmUp(about::note);
      lab.use(SITES);
      Haproxy haproxy =
          Haproxy.start(lab.sites().stream().map(Member::url).map(URI::create).toList());
      try {
        ProxyRun run = new ProxyRun(lab, haproxy, new PeakSearch(scale, about), scale);
        run.prepare();
        return run;
      } catch (RuntimeException | InterruptedException e) {
        haproxy.close();
        throw e;
      }
    } catch (RuntimeException | IOException | InterruptedException e) {
      lab.close();
      throw e;
    }
  }

  /** The prepared experiment. */
  private static final class ProxyRun implements Run {
    private final CallLab lab;
    private final Haproxy haproxy;
    private final PeakSearch search;
    private final Scale scale;
    private final Map<String, Double> lastPeaks = new HashMap<>();
    private double load;

    ProxyRun(CallLab lab, Haproxy haproxy, PeakSearch search, Scale scale) {
      this.lab = lab;
      this.haproxy = haproxy;
      this.search = search;
      this.scale = scale;
    }

    void prepare() throws InterruptedException {
      for (String setting : List.of(GATEWAY, HAPROXY)) {
        var unused = search.run(lab.calls(), order(setting).at(WARM_UP_RATE, scale.runSeconds()));
        var unusedPeak = peak(setting);
      }
    }

    /** Both sides of a round need the same load, so it stays as it is until the next round. */
    @Override
    public void beginRound() {
      load = LOAD * Collections.min(lastPeaks.values());
    }

    private CallsOrder order(String setting) {
      String url = setting.equals(GATEWAY) ? lab.gateways().get(0).url() : haproxy.url();
      return CallsOrder.http(List.of(url), CallPlan.KEYS);
    }

    private double peak(String setting) throws InterruptedException {
      double peak = search.peak(setting, lab.calls(), order(setting), PEAK_LEVEL);
      lastPeaks.put(setting, peak);
      return peak;
    }

    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      String setting = subject.setting();
      Map<String, Double> values = new LinkedHashMap<>();
      double peak = peak(setting);
      values.put(PEAK, peak);
      CallsResult result = search.run(lab.calls(), order(setting).at(load, scale.runSeconds()));
      values.put(LATENCY_LOAD, load);
      values.put(P50, result.latency().p50Ms());
      values.put(P99, result.latency().p99Ms());
      double ownLoad = LOAD * peak;
      CallsResult own = search.run(lab.calls(), order(setting).at(ownLoad, scale.runSeconds()));
      values.put(OWN_LOAD, ownLoad);
      values.put(OWN_P99, own.latency().p99Ms());
      return values;
    }

    @Override
    public void close() {
      haproxy.close();
      lab.close();
    }
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Spread ratio = rows.ratios(GATEWAY, HAPROXY, 0, PEAK);
    List<Finding> findings = new ArrayList<>();
    findings.add(
        latency("at half of the lower peak", added(rows, P99), remark(rows, LATENCY_LOAD)));
    if (rows.has(GATEWAY, 0, OWN_P99)) {
      findings.add(
          latency("each at half of its own peak", added(rows, OWN_P99), remark(rows, OWN_LOAD)));
    }
    findings.add(
        new Finding(
            "Peak through a gateway, of that through haproxy",
            ratio,
            "",
            "",
            "at least 0.6",
            ratio.median() >= MIN_PEAK,
            ""));
    return new Outcome(findings, Map.of(), grids(rows));
  }

  private static Finding latency(String where, Spread added, String remark) {
    return new Finding(
        "99th percentile through a gateway, less that through haproxy, " + where,
        added,
        "ms",
        "",
        "at most 1 ms",
        added.median() <= MAX_ADDED_MS,
        remark);
  }

  private static List<Grid> grids(Table rows) {
    Comparison comparison = new Comparison(rows);
    List<Grid> grids = new ArrayList<>();
    grids.add(comparison.grid("Calls per second, 99 % in time", "", PEAK, "%,.0f"));
    if (rows.measures().contains(LATENCY_LOAD)) {
      grids.add(comparison.grid("Calls per second for latencies", "", LATENCY_LOAD, "%,.0f"));
    }
    grids.add(comparison.grid("Median at the same load, ms", "", P50, "%.2f"));
    grids.add(comparison.grid("99th percentile at the same load, ms", "", P99, "%.2f"));
    if (comparison.has(OWN_P99)) {
      grids.add(
          comparison.grid("99th percentile at half of its own peak, ms", "", OWN_P99, "%.2f"));
    }
    return grids;
  }

  /** Says at which load; nothing for old rows, which lack it. */
  private static String remark(Table rows, String measure) {
    if (!rows.has(GATEWAY, 0, measure)) {
      return "";
    }
    String gateway = GatewayExperiments.range("%,.0f", rows.spread(GATEWAY, 0, measure));
    String haproxy = GatewayExperiments.range("%,.0f", rows.spread(HAPROXY, 0, measure));
    return gateway.equals(haproxy)
        ? "at " + gateway + " calls per second"
        : "at %s and %s calls per second".formatted(gateway, haproxy);
  }

  private static Spread added(Table rows, String measure) {
    double[] gateway = rows.values(GATEWAY, 0, measure);
    double[] haproxy = rows.values(HAPROXY, 0, measure);
    double[] added = new double[Math.min(gateway.length, haproxy.length)];
    for (int round = 0; round < added.length; round++) {
      added[round] = gateway[round] - haproxy[round];
    }
    return Spread.of(added);
  }
}
