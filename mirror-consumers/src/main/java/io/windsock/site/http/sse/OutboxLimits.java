package io.windsock.site.http.sse;

import io.micrometer.core.instrument.Counter;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.serve.ServerConfig;
import java.util.concurrent.atomic.AtomicLong;

/** What all clients' outboxes may hold, one by one and together. Any thread may use it. */
final class OutboxLimits {
  private final ServerConfig.Streams bounds;
  private final AtomicLong unsent = new AtomicLong();
  private final Counter sentBytes;
  private final Counter conflated;

  OutboxLimits(ServerConfig.Streams bounds, Metrics metrics) {
    this.bounds = bounds;
    sentBytes = metrics.counter(Metric.SSE_BYTES);
    conflated = metrics.counter(Metric.SSE_CONFLATED);
    metrics.gauge(Metric.SSE_UNSENT, unsent, AtomicLong::get);
  }

  long softBytes() {
    return bounds.softBytes();
  }

  long hardBytes() {
    return bounds.hardBytes();
  }

  /** Whether all clients together are within their bound. */
  boolean fits() {
    return unsent.get() <= bounds.unsentBytes();
  }

  /** A client's unsent bytes have changed, and events in it were replaced. */
  void unsent(long change, long replaced) {
    if (change != 0) {
      unsent.addAndGet(change);
    }
    if (replaced > 0) {
      conflated.increment((double) replaced);
    }
  }

  /** Bytes were handed to a connection. */
  void wrote(int bytes) {
    sentBytes.increment(bytes);
  }
}
