package io.windsock.site.http.sse;

import io.micrometer.core.instrument.Counter;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.serve.ServerConfig;
import java.util.concurrent.atomic.AtomicLong;

/** Limits of the clients' outboxes, each and in total. Any thread may use it. */
final class OutboxLimits {
  private final ServerConfig.Streams bounds;
  private final AtomicLong unsent = new AtomicLong();
  private final Counter sentBytes;
  private final Counter conflated;

  OutboxLimits(ServerConfig.Streams bounds, Metrics metrics) {
    this.bounds = bounds;
    sentBytes = metrics.counter(Metric.SSE_WRITTEN);
    conflated = metrics.counter(Metric.SSE_CONFLATED);
    metrics.gauge(Metric.SSE_UNSENT, unsent, AtomicLong::get);
  }

  long softBytes() {
    return bounds.softBytes();
  }

  long hardBytes() {
    return bounds.hardBytes();
  }

  /** Whether the total is within its bound. */
  boolean fits() {
    return unsent.get() <= bounds.unsentBytes();
  }

  /** Records a change of a client's unsent bytes, and the number of events replaced. */
  void unsent(long change, long replaced) {
    if (change != 0) {
      unsent.addAndGet(change);
    }
    if (replaced > 0) {
      conflated.increment((double) replaced);
    }
  }

  /** Records bytes handed to a connection. */
  void wrote(int bytes) {
    sentBytes.increment(bytes);
  }
}
