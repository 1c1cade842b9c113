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
import io.windsock.testbed.calls.tally.CallsResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
  private static final String P50 = "p50Ms";
  private static final String P99 = "p99Ms";
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
            "Two sites without quotas. Calls are HTTP requests to one gateway, which asks the sites over"
                + " links, or to haproxy, which passes them on to the sites' HTTP servers. haproxy"
                + " neither limits what is pending nor asks a second site for a slow answer.",
            GatewayExperiments.CALLS,
            "The peak is the highest rate at which 99 % are in time. " + GatewayExperiments.PEAK,
            "Both take turns. Latencies are compared at the same load, half of the lower peak that was"
                + " found before the rounds."),
        List.of());
  }

  @Override
  public String time() {
    return "11 min";
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
        run.prepare(about);
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
    private double load;

    ProxyRun(CallLab lab, Haproxy haproxy, PeakSearch search, Scale scale) {
      this.lab = lab;
      this.haproxy = haproxy;
      this.search = search;
      this.scale = scale;
    }

    void prepare(Notes about) throws InterruptedException {
      double lower = Double.MAX_VALUE;
      for (String setting : List.of(GATEWAY, HAPROXY)) {
        var unused = search.run(lab.calls(), order(setting).at(WARM_UP_RATE, scale.runSeconds()));
        lower = Math.min(lower, peak(setting));
      }
      load = LOAD * lower;
      about.setting(
          "calls per second at which latencies are compared",
          String.format(Locale.ROOT, "%,.0f", load));
    }

    private CallsOrder order(String setting) {
      String url = setting.equals(GATEWAY) ? lab.gateways().get(0).url() : haproxy.url();
      return CallsOrder.http(List.of(url), CallPlan.KEYS);
    }

    private double peak(String setting) throws InterruptedException {
      return search.peak(setting, lab.calls(), order(setting), PEAK_LEVEL);
    }

    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      String setting = subject.setting();
      Map<String, Double> values = new LinkedHashMap<>();
      values.put(PEAK, peak(setting));
      CallsResult result = search.run(lab.calls(), order(setting).at(load, scale.runSeconds()));
      values.put(P50, result.latency().p50Ms());
      values.put(P99, result.latency().p99Ms());
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
    Comparison comparison = new Comparison(rows);
    Spread added = added(rows);
    Spread ratio = rows.ratios(GATEWAY, HAPROXY, 0, PEAK);
    return new Outcome(
        List.of(
            new Finding(
                "99th percentile through a gateway, less that through haproxy, at half of the lower"
                    + " peak",
                added,
                "ms",
                "",
                "at most 1 ms",
                added.median() <= MAX_ADDED_MS,
                ""),
            new Finding(
                "Peak through a gateway, of that through haproxy",
                ratio,
                "",
                "",
                "at least 0.6",
                ratio.median() >= MIN_PEAK,
                "")),
        Map.of(),
        List.of(
            comparison.grid("Calls per second, 99 % in time", "", PEAK, "%,.0f"),
            comparison.grid("Median at the same load, ms", "", P50, "%.2f"),
            comparison.grid("99th percentile at the same load, ms", "", P99, "%.2f")));
  }

  private static Spread added(Table rows) {
    double[] gateway = rows.values(GATEWAY, 0, P99);
    double[] haproxy = rows.values(HAPROXY, 0, P99);
    double[] added = new double[Math.min(gateway.length, haproxy.length)];
    for (int round = 0; round < added.length; round++) {
      added[round] = gateway[round] - haproxy[round];
    }
    return Spread.of(added);
  }
}
