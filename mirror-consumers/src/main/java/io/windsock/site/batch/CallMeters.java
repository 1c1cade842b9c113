package io.windsock.site.batch;

import io.micrometer.core.instrument.Counter;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Question;
import io.windsock.platform.telemetry.DelayHistogram;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The metrics of calls. Any thread may use it. */
final class CallMeters {
  private static final String CANCELLED = "cancelled";

  private final Map<Question.Kind, Of> kinds = new EnumMap<>(Question.Kind.class);
  private final AtomicInteger streams = new AtomicInteger();
  private final Counter dropped;

  /** The metrics of one kind of calls. */
  private static final class Of {
    private final Map<Answer.Status, Counter> calls = new EnumMap<>(Answer.Status.class);
    private final Counter cancelled;
    private final Counter batches;
    private final DelayHistogram latency;

    Of(String kind, Metrics metrics) {
      for (Answer.Status status : Answer.Status.values()) {
        calls.put(status, metrics.counter(Metric.CALL_ANSWERED, kind, text(status)));
      }
      cancelled = metrics.counter(Metric.CALL_ANSWERED, kind, CANCELLED);
      batches = metrics.counter(Metric.CALL_BATCHES, kind);
      latency = metrics.delays(Metric.CALL_LATENCY, kind);
    }

    void count(PendingCall call, long nowNs) {
      Answer.Status status = call.status;
      Counter counter = status == null ? null : calls.get(status);
      (counter == null ? cancelled : counter).increment();
      if (status == Answer.Status.FOUND) {
        latency.recordNs(nowNs - call.arrivedNs);
      }
    }
  }

  CallMeters(Metrics metrics, Watermark keys, Watermark views) {
    for (Question.Kind kind : Question.Kind.values()) {
      kinds.put(kind, new Of(text(kind), metrics));
      Watermark pending = kind == Question.Kind.KEY ? keys : views;
      metrics.gauge(Metric.CALL_PENDING, pending, Watermark::pending, text(kind));
    }
    metrics.gauge(Metric.CALL_STREAMS, streams, AtomicInteger::get);
    dropped = metrics.counter(Metric.CALL_DROPPED);
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private Of of(Question.Kind kind) {
    Of of = kinds.get(kind);
    if (of == null) {
      throw new IllegalStateException("no metrics of " + kind);
    }
    return of;
  }

  void batch(Question.Kind kind) {
    of(kind).batches.increment();
  }

  void finished(List<PendingCall> calls) {
    long nowNs = System.nanoTime();
    for (PendingCall call : calls) {
      of(call.call.question().kind()).count(call, nowNs);
    }
  }

  void dropped(int answers) {
    dropped.increment(answers);
  }

  void stream(int change) {
    streams.addAndGet(change);
  }
}
