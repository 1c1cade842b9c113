package io.windsock.evaluation.link;

import io.windsock.evaluation.data.Spread;
import io.windsock.evaluation.experiment.Experiment.Moment;
import io.windsock.evaluation.link.copier.TracedBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The first batches of a link, and when the interval settled: from the first batch on from which to
 * the 20th the interval stays within a quarter of the median of those after the 20th.
 */
record IntervalTrace(List<TracedBatch> batches) {
  /** Within how many batches the interval is to settle: those of the paper's Figure 6. */
  static final int BATCHES = 20;

  /** The batch after which the interval settled; {@link #BATCHES} + 1 if it did not. */
  static final String SETTLED = "settledAfterBatches";

  /** The interval that it settled at, ms. */
  static final String SETTLED_MS = "settledIntervalMs";

  static final String INTERVAL = "intervalMs";
  static final String RECORDS = "batchRecords";

  /** How many batches after these there must be. */
  private static final int LATER = 10;

  private static final double NEAR = 0.25;

  IntervalTrace {
    batches = List.copyOf(batches);
  }

  /** Returns the values by measure; none if too few batches were traced. */
  Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    if (batches.size() >= BATCHES + LATER) {
      values.put(SETTLED, (double) settledAfter());
      values.put(SETTLED_MS, laterMs());
    }
    return values;
  }

  private double laterMs() {
    return Spread.of(
            batches.subList(BATCHES, batches.size()).stream()
                .mapToDouble(TracedBatch::intervalMs)
                .toArray())
        .median();
  }

  private int settledAfter() {
    double laterMs = laterMs();
    int moving = BATCHES;
    while (moving > 0 && isNear(batches.get(moving - 1).intervalMs(), laterMs)) {
      moving--;
    }
    return moving + 1;
  }

  private static boolean isNear(double ms, double otherMs) {
    return Math.abs(ms - otherMs) <= NEAR * otherMs;
  }

  /** Returns the trace as a line over the number of the batch, from 1. */
  List<Moment> line() {
    List<Moment> line = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      line.add(new Moment(i + 1, INTERVAL, batches.get(i).intervalMs()));
      line.add(new Moment(i + 1, RECORDS, batches.get(i).records()));
    }
    return line;
  }
}
