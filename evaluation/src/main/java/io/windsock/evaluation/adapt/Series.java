package io.windsock.evaluation.adapt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * One run of one setting: a point for each interval, and the outcome of the requests.
 *
 * @param round from 1
 * @param changes number of parameter changes
 */
record Series(
    Setting setting, int round, List<Point> points, Requests.Outcome requests, long changes) {
  /** The interval between two points, ms. */
  static final long EVERY_MS = 500;

  /**
   * The measurements of one interval.
   *
   * @param atMs end of the interval, since the start of the run
   * @param burst whether the interval was in a burst
   * @param delaysMs update delays at the central site
   * @param reading the latest reports of the mirrors and the topology
   */
  record Point(long atMs, boolean burst, Histogram delaysMs, Monitor.Reading reading) {}

  Series {
    points = List.copyOf(points);
  }

  /** Returns the update delays of all intervals, of those in bursts, or of those outside. */
  Histogram delays(boolean inside, boolean outside) {
    Histogram all = new Histogram(3);
    for (Point point : points) {
      if (point.burst() ? inside : outside) {
        all.add(point.delaysMs());
      }
    }
    return all;
  }

  double meanStalenessEvents() {
    return points.stream()
        .mapToLong(point -> point.reading().stalenessEvents())
        .average()
        .orElse(0);
  }

  double meanStalenessMs() {
    return points.stream().mapToLong(point -> point.reading().stalenessMs()).average().orElse(0);
  }

  long mostStalenessMs() {
    return points.stream().mapToLong(point -> point.reading().stalenessMs()).max().orElse(0);
  }

  /** Writes the series as CSV, a row for each interval. */
  void write(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "ms,burst,events,delay_p50_ms,delay_p99_ms,delay_max_ms,staleness_events,staleness_ms,"
            + "pending,ready,cpu,epoch");
    for (Point point : points) {
      Histogram delays = point.delaysMs();
      Monitor.Reading reading = point.reading();
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%.2f,%d",
              point.atMs(),
              point.burst() ? 1 : 0,
              delays.getTotalCount(),
              delays.getValueAtPercentile(50),
              delays.getValueAtPercentile(99),
              delays.getMaxValue(),
              reading.stalenessEvents(),
              reading.stalenessMs(),
              reading.pending(),
              reading.ready(),
              reading.cpu(),
              reading.epoch()));
    }
    Files.write(folder.resolve(setting.text() + "-" + round + ".csv"), lines);
  }
}
