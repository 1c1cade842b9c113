package io.windsock.evaluation.experiment;

import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.util.List;
import java.util.Map;

/**
 * What an experiment's rows show.
 *
 * @param findings the headlines
 * @param charts charts by file name, without an extension
 * @param grids tables
 */
public record Outcome(List<Finding> findings, Map<String, Chart> charts, List<Grid> grids) {
  /** Copies the lists. */
  public Outcome {
    findings = List.copyOf(findings);
    grids = List.copyOf(grids);
  }
}
