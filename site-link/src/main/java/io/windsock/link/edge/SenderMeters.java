package io.windsock.link.edge;

import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.stats.CopyProgress;
import io.windsock.platform.telemetry.GaugeValue;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.platform.time.Clocks;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Exports a sender's counts to Prometheus. */
final class SenderMeters {
  private static final double NS_PER_SECOND = 1e9;
  private static final double MS_PER_SECOND = 1000;

  private SenderMeters() {}

  /**
   * Registers the sender's metrics.
   *
   * @param goal the recovery point objective; null if there is none
   */
  static void register(Metrics metrics, @Nullable Duration goal, LinkSender sender, Clocks clock) {
    CopyProgress progress = sender.stats().progress();
    LinkMeters.register(metrics, sender.stats().counts(), sender.times());
    for (State state : State.values()) {
      String label = state.name().toLowerCase(Locale.ROOT);
      metrics.gauge(Metric.LINK_STATE, sender, it -> it.status().state() == state ? 1 : 0, label);
    }
    metrics.levels(Metric.LINK_LAG, () -> known(progress.lag(clock.wallMs()), 1));
    metrics.levels(Metric.LINK_RPO, () -> known(progress.rpoMs(clock.wallMs()), MS_PER_SECOND));
    long goalMs = goal == null ? -1 : goal.toMillis();
    metrics.levels(Metric.LINK_RPO_GOAL, () -> known(goalMs, MS_PER_SECOND));
    metrics.gauge(Metric.LINK_INTERVAL, sender, it -> it.status().intervalNs() / NS_PER_SECOND);
    metrics.gauge(Metric.LINK_THRESHOLD, sender, it -> it.status().threshold());
    metrics.gauge(Metric.LINK_UNACKNOWLEDGED, progress, CopyProgress::unacknowledged);
    progress.onDelay(metrics.delays(Metric.LINK_DELAY)::recordNs);
  }

  /** No series while the value is not known. */
  private static List<GaugeValue> known(long value, double perUnit) {
    return value < 0 ? List.of() : List.of(GaugeValue.of(value / perUnit));
  }
}
