package io.windsock.evaluation.scale;

import io.windsock.evaluation.capacity.Arrivals;
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
    Work work = Work.idle();
    for (Quantity quantity : Quantity.values()) {
      if (quantity != Quantity.BASE) {
        work = work.with(quantity, value(quantity.text()));
      }
    }
    double events = value(Quantity.EVENTS.text());
    boolean encodes = value(Quantity.ENCODED_KB.text()) > 0;
    return work.with(Quantity.COMMITS, Arrivals.commits(events))
        .with(
            Quantity.PARTITION_COMMITS,
            Arrivals.partitionCommits(events, value(Quantity.PARTITIONS.text())))
        .with(Quantity.CHANGED_KEYS, Arrivals.changedKeys(events, value(Quantity.KEYS.text())))
        .with(Quantity.ENCODINGS, encodes ? value(Quantity.REQUESTS.text()) : 0)
        .with(Quantity.CALL_BATCHES, Arrivals.batches(value(Quantity.CALLS.text())))
        .with(Quantity.PASSED_BATCHES, Arrivals.batches(value(Quantity.PASSED.text())));
  }
}
