package io.windsock.link.edge;

import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.pipeline.StageName;
import io.windsock.link.pipeline.StageTimes;
import io.windsock.link.stats.LinkCounts;
import io.windsock.platform.telemetry.GaugeValue;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.ArrayList;
import java.util.List;

/** Exports the counts that both sides have to Prometheus. */
final class LinkMeters {
  private static final double NS_PER_SECOND = 1e9;

  private LinkMeters() {}

  static void register(Metrics metrics, LinkCounts counts, StageTimes times) {
    metrics.counted(Metric.LINK_SESSIONS, counts, it -> it.totals().sessions());
    metrics.counted(Metric.LINK_BATCHES, counts, it -> it.totals().batches());
    metrics.counted(Metric.LINK_RECORDS, counts, it -> it.totals().all().records());
    metrics.counted(Metric.LINK_BYTES, counts, it -> it.totals().all().plainBytes(), "plain");
    metrics.counted(Metric.LINK_BYTES, counts, it -> it.totals().all().sentBytes(), "sent");
    metrics.gauge(Metric.LINK_BATCH_RECORDS, counts, it -> it.totals().last().records());
    metrics.gauge(Metric.LINK_BATCH_BYTES, counts, it -> it.totals().last().plainBytes());
    metrics.gauge(Metric.LINK_COMPRESSION, counts, it -> it.totals().last().compression());
    metrics.levels(Metric.LINK_STAGE, () -> stages(times));
    metrics.levels(Metric.LINK_PIPELINE, () -> List.of(pipeline(counts.pipeline().shape())));
  }

  private static GaugeValue pipeline(PipelineShape shape) {
    return GaugeValue.of(shape.threads(), shape.kind().label());
  }

  /** The stages that were measured. */
  private static List<GaugeValue> stages(StageTimes times) {
    List<GaugeValue> levels = new ArrayList<>();
    for (StageName stage : StageName.values()) {
      if (times.meanNs(stage) > 0) {
        levels.add(GaugeValue.of(times.meanNs(stage) / NS_PER_SECOND, stage.label()));
      }
    }
    return levels;
  }
}
