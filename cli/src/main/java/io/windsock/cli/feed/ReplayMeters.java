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
 * What a replayer lets Prometheus read, and whether it sends. Any thread may ask; the replaying
 * thread tells.
 */
final class ReplayMeters implements ReplayListener, AutoCloseable {
  private static final double MS_PER_SECOND = 1000;

  private final Metrics metrics = new Metrics();
  private final ReplayListener next;

  /** Passes faults on to {@code next}. */
  ReplayMeters(ReplayListener next) {
    this.next = next;
  }

  Metrics metrics() {
    return metrics;
  }

  /** Reads counts from this replay from now on. */
  void watch(Replay replay) {
    for (String stream : replay.sentByStream().keySet()) {
      metrics.counted(
          Metric.REPLAY_SENT, replay, it -> it.sentByStream().getOrDefault(stream, 0L), stream);
    }
    metrics.gauge(Metric.REPLAY_BEHIND, replay, it -> it.progress().latenessMs() / MS_PER_SECOND);
  }

  /** Ready while it sends. */
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
