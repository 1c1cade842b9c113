package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.Coefficients;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What calls for a key cost gateways and sites, and whether that predicts another group's cost. */
final class ScaleCalls implements Experiment {
  static final String NAME = "scale-calls";

  /** The group to which costs are fitted. */
  static final String FITTED = "two sites, 10,000 keys";

  /** The group whose costs are predicted. */
  static final String CHECK = "three sites, 100,000 keys";

  private static final double[] RATES = {500, 2_000, 5_000, 10_000};
  private static final double[] QUICK_RATES = {200, 1_000};
  private static final double CHECK_RATE = 3_500;
  private static final double QUICK_CHECK_RATE = 500;

  @Override
  public Description description() {
    return new Description(
        NAME,
        "Cost of gateways and sites by calls",
        "What does a call cost the gateways that pass it on and the site that answers it?",
        "",
        List.of(
            "Two gateways and the sites have nodes of their own without quotas; the kernel counts each"
                + " node's processor time. Each call asks for one key and is made at both gateways,"
                + " over links; calls are made at random times. Figures are those of one gateway and"
                + " of one site.",
            "Bytes are those of the loopback interface, on which everything is sent: calls, answers,"
                + " and what brokers, sites and gateways say without calls.",
            "Three sites with 100,000 keys are not used to fit the costs; they check them."),
        List.of());
  }

  @Override
  public String time() {
    return "8 min";
  }

  @Override
  public List<Subject> subjects(Scale scale) {
    List<Subject> subjects = new ArrayList<>();
    for (double rate : scale.quick() ? QUICK_RATES : RATES) {
      subjects.add(new Subject(FITTED, rate));
    }
    subjects.add(new Subject(CHECK, scale.quick() ? QUICK_CHECK_RATE : CHECK_RATE));
    return subjects;
  }

  @Override
  public Run start(Scale scale, Notes about) throws IOException, InterruptedException {
    Map<String, CallPlan> plans = new LinkedHashMap<>();
    plans.put(FITTED, CallPlan.of(2, scale.quick()));
    plans.put(CHECK, CallPlan.of(3, scale.quick()).withKeys(10 * CallPlan.KEYS));
    CallCostRun run = new CallCostRun(scale, about);
    try {
      for (Map.Entry<String, CallPlan> plan : plans.entrySet()) {
        run.add(plan.getKey(), CallLab.start(plan.getValue()));
      }
      return run;
    } catch (RuntimeException | IOException | InterruptedException e) {
      run.close();
      throw e;
    }
  }

  @Override
  public Outcome outcome(Table rows, Table lines) {
    Comparison comparison = new Comparison(rows);
    return new Outcome(
        Prediction.calls(rows, Coefficients.builtIn()),
        Map.of(
            "processor-time",
            new Chart(
                "Processor time by calls per second, two gateways and two sites",
                "calls/s",
                "processor time, µs per second",
                List.of(
                    curve(comparison, "a gateway", Measures.GATEWAY_US),
                    curve(comparison, "a site", Measures.CALL_US)),
                List.of(),
                AxisScale.LOG)),
        List.of(
            comparison.grid(
                "Processor time of a gateway, µs per second",
                "calls/s",
                Measures.GATEWAY_US,
                "%,.0f"),
            comparison.grid(
                "Processor time of a site, µs per second", "calls/s", Measures.CALL_US, "%,.0f"),
            comparison.grid(
                "Kilobytes that a gateway received and sent per second",
                "calls/s",
                Measures.GATEWAY_KB,
                "%,.0f"),
            comparison.grid("Calls in time, %", "calls/s", CallCostRun.IN_TIME, "%.2f")));
  }

  private static Curve curve(Comparison comparison, String name, String measure) {
    return comparison.curve(name, FITTED, measure);
  }
}
