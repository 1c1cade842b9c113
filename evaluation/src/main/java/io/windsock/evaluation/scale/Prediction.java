package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.capacity.Cost;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.report.Finding;
import java.util.ArrayList;
import java.util.List;

/** Compares what coefficients predict for runs with what was measured. */
public final class Prediction {
  /** How far a prediction may be off to count as met. */
  private static final double TOLERANCE = 0.25;

  private Prediction() {}

  /**
   * Returns the ratios of predicted to measured values, by setting.
   *
   * @param rows of {@code scale-check}
   */
  public static List<Finding> findings(Table rows, Coefficients coefficients) {
    List<Finding> findings = new ArrayList<>();
    for (String setting : rows.settings()) {
      List<MeasuredRun> runs =
          MeasuredRun.all(rows).stream().filter(run -> run.setting().equals(setting)).toList();
      findings.add(
          finding("processor time", setting, runs, coefficients.siteUs(), Measures.SITE_US));
      findings.add(
          finding("bytes sent", setting, runs, coefficients.updateKb(), Measures.DISPLAY_KB));
      findings.add(finding("memory", setting, runs, coefficients.siteBytes(), Measures.SITE_BYTES));
    }
    return findings;
  }

  private static Finding finding(
      String what, String setting, List<MeasuredRun> runs, Cost cost, String measure) {
    Spread ratio =
        Spread.of(
            runs.stream().mapToDouble(run -> cost.of(run.work()) / run.value(measure)).toArray());
    return new Finding(
        "Predicted / measured " + what + ", " + setting,
        ratio,
        "",
        "",
        "0.75 to 1.25",
        Math.abs(ratio.median() - 1) <= TOLERANCE,
        "the setting was not used to fit the model");
  }
}
