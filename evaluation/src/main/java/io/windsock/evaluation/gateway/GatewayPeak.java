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
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The peak of two gateways and two sites that have the whole machine, by number of keys. */
final class GatewayPeak implements Experiment {
  private static final int SITES = 2;
  private static final int[] KEYS = {10_000, 100_000, 1_000_000};
  private static final int[] QUICK_KEYS = {1_000, 10_000};
  private static final String GROUP = "two gateways, two sites";
  private static final double REQUIRED = 20_000;

  /** What is aimed at beyond that; the remark of a finding says whether it is reached. */
  private static final double BEYOND = 50_000;

  private static final double PAPER_CALLS = 20_000;

  private static int[] keys(Scale scale) {
    return scale.quick() ? QUICK_KEYS : KEYS;
  }

  @Override
  public Description description() {
    return new Description(
        "gateway-peak",
        "The peak of calls, by number of keys",
        "How many calls a second do two gateways and two sites answer in time with this machine?",
        "Section 5.1 and the abstract",
        List.of(
            GatewayExperiments.GATEWAYS + " Two sites have no quotas either.",
            "Each number of keys has a group of its own; the groups that are not measured are paused."
                + " A site's database has 128 MiB of memory, the default, and 512 MB where there are a"
                + " million numbers, as an operator would give it (--memory-mb).",
            GatewayExperiments.CALLS,
            GatewayExperiments.PEAK,
            "The rate with all calls in time is confirmed, those with 97 and 95 % are not. The tables"
                + " show what was used in the run that confirmed it."),
        List.of(
            GatewayExperiments.PAPER_NODES,
            "The dashed line is what the paper's abstract says: up to 20,000 calls per second with 12"
                + " nodes. It does not say how many numbers its database held."));
  }

  @Override
  public String time() {
    return "27 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (int keys : keys(scale)) {
      subjects.add(new Subject(GROUP, keys));
    }
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    PeakSearch search = new PeakSearch(scale, about);
    Map<Integer, CallLab> labs = new LinkedHashMap<>();
    PeaksRun run = new PeaksRun(labs, scale, search);
    try {
      for (int keys : keys(scale)) {
        CallLab lab = CallLab.start(CallPlan.of(SITES, scale.quick()).withKeys(keys));
        labs.put(keys, lab);
        lab.warmUp(about::note);
        lab.pause();
      }
    } catch (RuntimeException | IOException | InterruptedException e) {
      run.close();
      throw e;
    }
    return run;
  }

  /** The prepared experiment: a laboratory for each number of keys. */
  private record PeaksRun(Map<Integer, CallLab> labs, Scale scale, PeakSearch search)
      implements Run {
    @Override
    public Map<String, Double> measure(Subject subject) throws InterruptedException {
      CallLab lab = labs.get((int) subject.x());
      if (lab == null) {
        throw new IllegalArgumentException("no group has the keys of " + subject);
      }
      lab.use(SITES);
      Map<String, Double> values =
          new PeakRun(lab, scale, search).measure(subject.toString(), SITES);
      lab.pause();
      return values;
    }

    @Override
    public void close() {
      labs.values().forEach(CallLab::close);
    }
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    List<Finding> findings = new ArrayList<>();
    List<Double> xs = rows.xs().stream().sorted().toList();
    for (double keys : xs) {
      Spread peak = rows.spread(GROUP, keys, PeakRun.ALL);
      findings.add(
          new Finding(
              String.format(Locale.ROOT, "Calls per second, all in time, with %,.0f keys", keys),
              peak,
              "/s",
              "up to 20,000",
              "at least 20,000",
              peak.median() >= REQUIRED,
              peak.median() >= BEYOND ? "50,000 reached" : "50,000 not reached"));
    }
    List<Curve> curves = new ArrayList<>();
    PeakRun.NAMES.forEach((measure, name) -> curves.add(comparison.curve(name, GROUP, measure)));
    double last = xs.get(xs.size() - 1);
    curves.add(
        Comparison.paper("the paper, its abstract", xs.get(0), PAPER_CALLS, last, PAPER_CALLS));
    return new Outcome(
        findings,
        Map.of(
            "peak-by-keys",
            new Chart(
                "Calls per second that are in time, by number of keys",
                "keys",
                "calls/s",
                curves,
                List.of(),
                AxisScale.LOG)),
        PeakRun.grids(comparison, "keys"));
  }
}
