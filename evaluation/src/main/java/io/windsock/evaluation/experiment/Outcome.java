package io.windsock.evaluation.experiment;

import io.windsock.evaluation.plot.Chart;
import io.windsock.evaluation.report.Finding;
import io.windsock.evaluation.report.Grid;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an experiment's rows show.
 *
 * @param findings the headlines, each once: findings of two runs are paired by them
 * @param charts charts by file name, without an extension, in the order of the report
 * @param grids tables
 */
public record Outcome(List<Finding> findings, Map<String, Chart> charts, List<Grid> grids) {
  /**
   * Copies what it is given; the charts keep their order.
   *
   * @throws IllegalArgumentException if two findings have one headline
   */
  public Outcome {
    findings = List.copyOf(findings);
    charts = Collections.unmodifiableMap(new LinkedHashMap<>(charts));
    grids = List.copyOf(grids);
    checkHeadlines(findings);
  }

  private static void checkHeadlines(List<Finding> findings) {
    Set<String> headlines = new HashSet<>();
    for (Finding finding : findings) {
      if (!headlines.add(finding.headline())) {
        throw new IllegalArgumentException(
            "two findings have the headline “"
                + finding.headline()
                + "”; each needs its own, as runs are compared by them");
      }
    }
  }
}
