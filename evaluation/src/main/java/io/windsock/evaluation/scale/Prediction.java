package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.Coefficients;
import io.windsock.evaluation.capacity.Work;
import io.windsock.evaluation.data.ExperimentFolder;
import io.windsock.evaluation.data.RowFile;
import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.data.Table;
import io.windsock.evaluation.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Compares what coefficients predict for runs with what was measured. */
public final class Prediction {
  /** How far a prediction may be off to count as met. */
  private static final double TOLERANCE = 0.25;

  private Prediction() {}

  /** Returns the ratios for the loads in a folder that are not used for the fit. */
  public static List<Finding> findings(Path folder, Coefficients coefficients) throws IOException {
    List<Finding> findings = new ArrayList<>();
    Path check = new ExperimentFolder(folder.resolve(ScaleExperiments.CHECK)).rows();
    if (Files.exists(check)) {
      findings.addAll(findings(RowFile.read(check), coefficients));
    }
    Path calls = new ExperimentFolder(folder.resolve(ScaleCalls.NAME)).rows();
    if (Files.exists(calls)) {
      findings.addAll(calls(RowFile.read(calls), coefficients));
    }
    return findings;
  }

  /**
   * Returns the ratios of predicted to measured values, by setting.
   *
   * @param rows of {@code scale-check}
   */
  static List<Finding> findings(Table rows, Coefficients coefficients) {
    List<Finding> findings = new ArrayList<>();
    for (String setting : rows.settings()) {
      List<MeasuredRun> runs = runs(rows, setting);
      findings.add(processorTime(setting, runs, coefficients));
      findings.add(
          finding("bytes sent", setting, runs, coefficients.updateKb()::of, Measures.DISPLAY_KB));
      findings.add(memory(setting, runs, coefficients));
      findings.add(
          finding(
              "processor time of the broker",
              setting,
              runs,
              coefficients.brokerUs()::of,
              Measures.BROKER_US));
      findings.add(
          finding(
              "processor time of the topology",
              setting,
              runs,
              coefficients.topologyUs()::of,
              Measures.TOPOLOGY_US));
    }
    return findings;
  }

  /**
   * Returns the ratios of predicted to measured processor time and memory of a mirror, by setting.
   *
   * @param rows of an experiment that is not used for the fit
   */
  static List<Finding> ofMirror(Table rows, Coefficients coefficients) {
    List<Finding> findings = new ArrayList<>();
    for (String setting : rows.settings()) {
      List<MeasuredRun> runs = runs(rows, setting);
      findings.add(processorTime(setting, runs, coefficients));
      findings.add(memory(setting, runs, coefficients));
    }
    return findings;
  }

  private static List<MeasuredRun> runs(Table rows, String setting) {
    return MeasuredRun.all(rows).stream().filter(run -> run.setting().equals(setting)).toList();
  }

  private static Finding processorTime(
      String setting, List<MeasuredRun> runs, Coefficients coefficients) {
    return finding("processor time", setting, runs, coefficients.siteUs()::of, Measures.SITE_US);
  }

  private static Finding memory(String setting, List<MeasuredRun> runs, Coefficients coefficients) {
    return finding("memory", setting, runs, coefficients::siteMemory, Measures.SITE_BYTES);
  }

  /**
   * Returns the ratios for the group of {@code scale-calls} that is not used for the fit.
   *
   * @param rows of {@code scale-calls}
   */
  static List<Finding> calls(Table rows, Coefficients coefficients) {
    List<MeasuredRun> runs = runs(rows, ScaleCalls.CHECK);
    if (runs.isEmpty()) {
      return List.of();
    }
    return List.of(
        finding(
            "processor time of a gateway",
            ScaleCalls.CHECK,
            runs,
            coefficients.gatewayUs()::of,
            Measures.GATEWAY_US),
        finding(
            "processor time of a site",
            ScaleCalls.CHECK,
            runs,
            coefficients.callUs()::of,
            Measures.CALL_US),
        finding(
            "bytes of a gateway",
            ScaleCalls.CHECK,
            runs,
            coefficients.gatewayKb()::of,
            Measures.GATEWAY_KB));
  }

  private static Finding finding(
      String what,
      String setting,
      List<MeasuredRun> runs,
      ToDoubleFunction<Work> cost,
      String measure) {
    Spread ratio =
        Spread.of(
            runs.stream()
                .mapToDouble(run -> cost.applyAsDouble(run.work()) / run.value(measure))
                .toArray());
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
