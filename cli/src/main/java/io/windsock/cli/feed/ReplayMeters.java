package io.windsock.cli.feed;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.feeds.replay.Replay;
import io.windsock.feeds.replay.ReplayFault;
import io.windsock.feeds.replay.ReplayListener;
import io.windsock.feeds.replay.ReplayProgress;
import io.windsock.platform.http.endpoint.HealthServer;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.Locale;
import org.apache.kafka.clients.producer.Producer;

/**
 * A replayer's metrics and readiness. Any thread may read them; the replaying thread updates them.
 */
final class ReplayMeters implements ReplayListener, AutoCloseable {
  private static final double MS_PER_SECOND = 1000;

  private final Metrics metrics = new Metrics();
  private final ReplayListener next;

  /** Creates meters that forward faults to {@code next}. */
  ReplayMeters(ReplayListener next) {
    this.next = next;
  }

  Metrics metrics() {
    return metrics;
  }

  /** Reads the counts of this replay from now on. */
  void watch(Replay replay) {
    for (String stream : replay.sentByStream().keySet()) {
      metrics.counted(
          Metric.REPLAY_SENT, replay, it -> it.sentByStream().getOrDefault(stream, 0L), stream);
    }
    metrics.gauge(Metric.REPLAY_BEHIND, replay, it -> it.progress().latenessMs() / MS_PER_SECOND);
  }

  /** Returns the replay's readiness: ready while it sends. */
  static HealthServer.Readiness readiness(Replay replay) {
    ReplayProgress progress = replay.progress();
    boolean sends = progress.state() == ReplayProgress.State.RUNNING;
    return new HealthServer.Readiness(
        sends, sends ? ReplayLine.of(progress) : progress.state().name().toLowerCase(Locale.ROOT));
  }

  @Override
  public void fault(ReplayFault fault) {
    next.fault(fault);
  }

  @Override
  public void sends(Producer<?, ?> client) {
    metrics.bind(new KafkaClientMetrics(client));
  }

  @Override
  public void close() {
    metrics.close();
  }
}
