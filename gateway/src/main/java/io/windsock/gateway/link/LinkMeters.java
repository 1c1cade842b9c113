package io.windsock.gateway.link;

import io.micrometer.core.instrument.Counter;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of links. Any thread may use it. */
public final class LinkMeters {
  private final Counter callBatches;
  private final Counter answerBatches;
  private final Counter dropped;
  private final AtomicInteger streams = new AtomicInteger();

  /** Creates the metrics. */
  public LinkMeters(Metrics metrics) {
    callBatches = metrics.counter(Metric.GATEWAY_BATCHES, "calls");
    answerBatches = metrics.counter(Metric.GATEWAY_BATCHES, "answers");
    dropped = metrics.counter(Metric.GATEWAY_DROPPED);
    metrics.gauge(Metric.GATEWAY_STREAMS, streams, AtomicInteger::get);
  }

  void calls() {
    callBatches.increment();
  }

  void answers() {
    answerBatches.increment();
  }

  void dropped(int answers) {
    dropped.increment(answers);
  }

  void stream(int change) {
    streams.addAndGet(change);
  }

  /** Returns how many streams requesters have open. */
  public int streams() {
    return streams.get();
  }
}
