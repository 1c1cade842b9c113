package io.windsock.gateway.link;

import io.micrometer.core.instrument.Counter;
import io.windsock.gateway.GatewayStatus;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of links. Any thread may use it. */
public final class LinkMeters {
  private final Batches calls;
  private final Batches answers;
  private final Batches sent;
  private final Counter dropped;
  private final AtomicInteger streams = new AtomicInteger();

  /** Batches of one sort, and what they held. */
  private static final class Batches {
    private final Counter batches;
    private final Counter messages;

    private Batches(Counter batches, Counter messages) {
      this.batches = batches;
      this.messages = messages;
    }

    static Batches received(Metrics metrics, String of) {
      return new Batches(
          metrics.counter(Metric.GATEWAY_BATCHES, of), metrics.counter(Metric.GATEWAY_BATCHED, of));
    }

    void count(int size) {
      batches.increment();
      messages.increment(size);
    }
  }

  /** Creates the metrics. */
  public LinkMeters(Metrics metrics) {
    calls = Batches.received(metrics, "calls");
    answers = Batches.received(metrics, "answers");
    sent =
        new Batches(
            metrics.counter(Metric.GATEWAY_SENT_BATCHES),
            metrics.counter(Metric.GATEWAY_SENT_CALLS));
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

  /** Counts a batch of calls that was sent to a site. */
  void sent(int size) {
    sent.count(size);
  }

  /** Returns what was sent to sites. */
  public GatewayStatus.Sent sent() {
    return new GatewayStatus.Sent((long) sent.messages.count(), (long) sent.batches.count());
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
