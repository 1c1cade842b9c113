package io.windsock.platform.telemetry;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The histograms of one metric, by label values. Any thread may use it. */
final class DelaySeries implements Collector {
  private final Metric metric;
  private final Map<List<String>, DelayHistogram> histograms = new ConcurrentHashMap<>();

  DelaySeries(Metric metric) {
    this.metric = metric;
  }

  DelayHistogram of(List<String> values) {
    return histograms.computeIfAbsent(values, absent -> new DelayHistogram());
  }

  @Override
  public MetricSnapshot collect() {
    HistogramSnapshot.Builder all =
        HistogramSnapshot.builder().name(metric.exposedName()).help(metric.meaning());
    histograms.forEach(
        (values, histogram) ->
            all.dataPoint(
                HistogramDataPointSnapshot.builder()
                    .labels(Labels.of(metric.labels(), values.toArray(new String[0])))
                    .classicHistogramBuckets(histogram.classic())
                    .sum(histogram.sumSeconds())
                    .build()));
    return all.build();
  }
}
