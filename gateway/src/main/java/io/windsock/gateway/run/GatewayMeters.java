package io.windsock.gateway.run;

import io.windsock.contracts.query.Question.Kind;
import io.windsock.gateway.GatewayStatus;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.core.stats.Reissue;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.telemetry.SamplePublisher;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Exports a gateway's counts to Prometheus, as of a moment ago. */
final class GatewayMeters {
  private static final double MS_PER_SECOND = 1000;

  private final Metrics metrics;
  private final StatusBoard board;

  private GatewayMeters(Metrics metrics, StatusBoard board) {
    this.metrics = metrics;
    this.board = board;
  }

  static void register(Metrics metrics, StatusBoard board, SamplePublisher samples) {
    GatewayMeters meters = new GatewayMeters(metrics, board);
    meters.calls();
    meters.answers();
    meters.members();
    metrics.counted(Metric.GATEWAY_UNPUBLISHED, samples, SamplePublisher::dropped);
    metrics.bind(samples.meters());
  }

  private void calls() {
    outcome("intime", GatewayStats::inTime);
    outcome("refused", GatewayStats::refused);
    outcome("late", GatewayStats::late);
    outcome("shed", GatewayStats::allShed);
    outcome("invalid", GatewayStats::invalid);
    outcome("abandoned", GatewayStats::abandoned);
    for (Kind kind : Kind.values()) {
      String label = text(kind);
      counted(Metric.GATEWAY_SHED, stats -> stats.shed().getOrDefault(kind, 0L), label);
      gauge(Metric.GATEWAY_PENDING, stats -> stats.pending().getOrDefault(kind, 0), label);
      gauge(Metric.GATEWAY_LIMIT, stats -> stats.limits().getOrDefault(kind, 0), label);
      gauge(
          Metric.GATEWAY_USUAL,
          stats -> stats.usualMs().getOrDefault(kind, 0.0) / MS_PER_SECOND,
          label);
    }
    for (Reissue reason : Reissue.values()) {
      counted(
          Metric.GATEWAY_REISSUED,
          stats -> stats.reissued().getOrDefault(reason, 0L),
          text(reason));
    }
  }

  private void answers() {
    counted(Metric.GATEWAY_DUPLICATES, GatewayStats::duplicates);
    counted(Metric.GATEWAY_OVERDUE, GatewayStats::lateAnswers);
    counted(Metric.GATEWAY_UNKNOWN, GatewayStats::unknownAnswers);
    counted(Metric.GATEWAY_EARLY, GatewayStats::earlyAnswers);
  }

  private void members() {
    metrics.gauge(Metric.GATEWAY_READY, board, it -> it.status().ready() ? 1 : 0);
    gauge(Metric.GATEWAY_SITES, GatewayStats::sites, "alive");
    gauge(Metric.GATEWAY_SITES, GatewayStats::openSites, "open");
    metrics.gauge(Metric.GATEWAY_SITES, board, it -> drained(it.status()), "drained");
    gauge(Metric.GATEWAY_GATEWAYS, GatewayStats::gateways);
    counted(Metric.GATEWAY_EXCLUDED, GatewayStats::excluded);
    gauge(Metric.GATEWAY_DETECTION, stats -> stats.lastDetectionMs() / MS_PER_SECOND);
    counted(Metric.GATEWAY_PAUSES, GatewayStats::pauses);
  }

  private static double drained(GatewayStatus status) {
    return status.drained().size();
  }

  private void outcome(String label, ToDoubleFunction<GatewayStats> value) {
    counted(Metric.GATEWAY_CALLS, value, label);
  }

  private void counted(Metric metric, ToDoubleFunction<GatewayStats> value, String... labels) {
    metrics.counted(metric, board, it -> value.applyAsDouble(it.status().stats()), labels);
  }

  private void gauge(Metric metric, ToDoubleFunction<GatewayStats> value, String... labels) {
    metrics.gauge(metric, board, it -> value.applyAsDouble(it.status().stats()), labels);
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
