package io.windsock.evaluation.adapt;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The medians over the rounds, a line for each setting. */
final class Report {
  private static final double US_PER_MS = 1e3;
  private static final String HEADER =
      """
                  update delay at the central site, ms                    | staleness of mirrors    | requests, ms           |
                  all                   in bursts       between           | mean    mean    most    |                        |
      setting     mean    p50     p99   p50     p99     p50     p99   max | events  ms      ms      | p50     p99     failed | changes""";

  private final List<Series> all;

  Report(List<Series> all) {
    this.all = all;
  }

  /** Returns the measured settings, in their order. */
  void print(PrintWriter out) {
    out.println(HEADER);
    for (Setting setting : Setting.values()) {
      List<Series> runs = all.stream().filter(run -> run.setting() == setting).toList();
      if (!runs.isEmpty()) {
        out.println(line(setting, runs));
      }
    }
  }

  private static String line(Setting setting, List<Series> runs) {
    return String.format(
        Locale.ROOT,
        "%-10s%6.0f%7.0f%8.0f%6.0f%8.0f%8.0f%8.0f%6.0f |%7.0f%8.0f%8.0f    |%6.0f%8.0f%9.0f  |%6.0f",
        setting.text(),
        median(runs, run -> run.delays(true, true).getMean()),
        median(runs, run -> percentile(run.delays(true, true), 50)),
        median(runs, run -> percentile(run.delays(true, true), 99)),
        median(runs, run -> percentile(run.delays(true, false), 50)),
        median(runs, run -> percentile(run.delays(true, false), 99)),
        median(runs, run -> percentile(run.delays(false, true), 50)),
        median(runs, run -> percentile(run.delays(false, true), 99)),
        median(runs, run -> percentile(run.delays(true, true), 100)),
        median(runs, Series::meanStalenessEvents),
        median(runs, Series::meanStalenessMs),
        median(runs, Series::mostStalenessMs),
        median(runs, run -> percentile(run.requests().latenciesUs(), 50) / US_PER_MS),
        median(runs, run -> percentile(run.requests().latenciesUs(), 99) / US_PER_MS),
        median(runs, run -> run.requests().failed()),
        median(runs, Series::changes));
  }

  private static double percentile(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile);
  }

  /** Returns the median; for an even number of values, the mean of the two in the middle. */
  static double median(List<Series> runs, ToDoubleFunction<Series> value) {
    double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
