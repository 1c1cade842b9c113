package io.windsock.gateway.link;

import io.micrometer.core.instrument.Counter;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of links. Any thread may use it. */
public final class LinkMeters {
  private final Batches calls;
  private final Batches answers;
  private final Counter dropped;
  private final AtomicInteger streams = new AtomicInteger();

  /** Batches of one sort, and what they held. */
  private static final class Batches {
    private final Counter batches;
    private final Counter messages;

    Batches(Metrics metrics, String of) {
      batches = metrics.counter(Metric.GATEWAY_BATCHES, of);
      messages = metrics.counter(Metric.GATEWAY_BATCHED, of);
    }

    void count(int size) {
      batches.increment();
      messages.increment(size);
    }
  }

  /** Creates the metrics. */
  public LinkMeters(Metrics metrics) {
    calls = new Batches(metrics, "calls");
    answers = new Batches(metrics, "answers");
    dropped = metrics.counter(Metric.GATEWAY_DROPPED);
    metrics.gauge(Metric.GATEWAY_STREAMS, streams, AtomicInteger::get);
  }

  /** Counts a batch of a requester's calls. */
  void calls(int size) {
    calls.count(size);
  }

  /** Counts a batch of a site's answers. */
  void answers(int size) {
    answers.count(size);
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
