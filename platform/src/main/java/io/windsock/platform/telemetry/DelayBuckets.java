package io.windsock.platform.telemetry;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import org.HdrHistogram.Histogram;

/** A distribution of delays in Prometheus' classic buckets, in seconds. */
final class DelayBuckets {
  static final long[] BOUNDS_MS = {
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000
  };

  private static final double MS_A_SECOND = 1000;

  private DelayBuckets() {}

  /** Returns the upper bound of a bucket; the last one has none. */
  static double boundSeconds(int bucket) {
    return bucket == BOUNDS_MS.length ? Double.POSITIVE_INFINITY : BOUNDS_MS[bucket] / MS_A_SECOND;
  }

  static HistogramSnapshot snapshot(Metric metric, Histogram delaysMs) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long below = 0;
    for (long boundMs : BOUNDS_MS) {
      long upTo = delaysMs.getCountBetweenValues(0, boundMs);
      buckets.bucket(boundMs / MS_A_SECOND, upTo - below);
      below = upTo;
    }
    buckets.bucket(Double.POSITIVE_INFINITY, delaysMs.getTotalCount() - below);
    double sumMs =
        delaysMs.getTotalCount() == 0 ? 0 : delaysMs.getMean() * delaysMs.getTotalCount();
    return HistogramSnapshot.builder()
        .name(metric.exposedName())
        .help(metric.meaning())
        .dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(buckets.build())
                .sum(sumMs / MS_A_SECOND)
                .build())
        .build();
  }
}
