package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.CapacityModel;
import io.windsock.evaluation.capacity.Quantity;
import io.windsock.evaluation.capacity.Work;
import io.windsock.evaluation.data.Row;
import io.windsock.evaluation.data.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of an experiment, read from its rows.
 *
 * @param setting the subject's
 * @param x the subject's
 * @param values by measure
 */
record MeasuredRun(String setting, double x, Map<String, Double> values) {
  private record Id(String setting, double x, int round) {}

  /** Returns the runs in the order of their rows. */
  static List<MeasuredRun> all(Table rows) {
    Map<Id, Map<String, Double>> byRun = new LinkedHashMap<>();
    for (Row row : rows.rows()) {
      byRun
          .computeIfAbsent(
              new Id(row.setting(), row.x(), row.round()), any -> new LinkedHashMap<>())
          .put(row.measure(), row.value());
    }
    return byRun.entrySet().stream()
        .map(run -> new MeasuredRun(run.getKey().setting(), run.getKey().x(), run.getValue()))
        .toList();
  }

  /** Returns a measured value; 0 if it was not measured. */
  double value(String measure) {
    return values.getOrDefault(measure, 0.0);
  }

  /** Returns the work that was done. */
  Work work() {
    double commits = CapacityModel.commits(value(Quantity.EVENTS.text()));
    Work work = Work.idle().with(Quantity.COMMITS, commits);
    for (Quantity quantity : Quantity.values()) {
      if (quantity != Quantity.BASE && quantity != Quantity.COMMITS) {
        work = work.with(quantity, value(quantity.text()));
      }
    }
    return work;
  }
}
