package io.windsock.evaluation.adapt;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Clients that request initial state from the mirrors in turn. Open loop: a request is made at its
 * intended time regardless of the others, and its latency counts from that time. Event loops handle
 * the responses; one thread at a time makes requests.
 */
final class Requests implements AutoCloseable {
  private static final int CONNECTIONS = 128;

  /** The most requests in flight; one more fails at once. */
  private static final int MAX_PENDING = 20_000;

  private static final int PATIENCE_MS = 10_000;
  private static final int CALIBRATION_PENDING = 32;
  private static final int OK = 200;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClient http =
      vertx.createHttpClient(
          new HttpClientOptions(),
          new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(MAX_PENDING));
  private final List<RequestOptions> sites;
  private final AtomicLong pending = new AtomicLong();
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private volatile Histogram latenciesUs = histogram();

  /** Creates requests for {@code target} at each of these sites. */
  Requests(List<String> urls, String target) {
    sites = urls.stream().map(url -> request(URI.create(url), target)).toList();
  }

  private static Histogram histogram() {
    return new ConcurrentHistogram(TimeUnit.MINUTES.toMicros(2), 3);
  }

  private static RequestOptions request(URI site, String target) {
    return new RequestOptions()
        .setMethod(HttpMethod.GET)
        .setHost(site.getHost())
        .setPort(site.getPort())
        .setURI(target)
        .setTimeout(PATIENCE_MS);
  }

  /**
   * The outcome of the requests since the last call: latencies in µs, and the number of failures.
   */
  record Outcome(Histogram latenciesUs, long failed) {}

  /** Makes all requests of a schedule that began at {@code startNs}. */
  void run(Bursts bursts, long startNs) {
    long requests = bursts.requests();
    for (long i = 0; i < requests && !Thread.currentThread().isInterrupted(); i++) {
      long intendedNs = startNs + bursts.intendedNs(i);
      for (long ns = intendedNs - System.nanoTime(); ns > 0; ns = intendedNs - System.nanoTime()) {
        LockSupport.parkNanos(ns);
      }
      ask(sites.get((int) (i % sites.size())), intendedNs);
    }
  }

  /** Returns the requests per second served when some are always pending. */
  double calibrate(int seconds) {
    long startNs = System.nanoTime();
    long before = answered.sum();
    long untilNs = startNs + TimeUnit.SECONDS.toNanos(seconds);
    for (int i = 0; System.nanoTime() < untilNs; i++) {
      while (pending.get() >= CALIBRATION_PENDING) {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
      }
      ask(sites.get(i % sites.size()), System.nanoTime());
    }
    return (double) (answered.sum() - before) / seconds;
  }

  private void ask(RequestOptions request, long intendedNs) {
    Histogram latencies = latenciesUs;
    if (pending.incrementAndGet() > MAX_PENDING) {
      end(latencies, intendedNs, false);
      return;
    }
    http.request(request)
        .compose(HttpClientRequest::send)
        .compose(response -> response.body().map(ignored -> response.statusCode() == OK))
        .onComplete(
            ok -> end(latencies, intendedNs, ok), fault -> end(latencies, intendedNs, false));
  }

  private void end(Histogram latencies, long intendedNs, boolean ok) {
    long us = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - intendedNs);
    latencies.recordValue(Math.min(us, latencies.getHighestTrackableValue()));
    pending.decrementAndGet();
    (ok ? answered : failed).increment();
  }

  /** Returns the number of requests in flight. */
  long pending() {
    return pending.get();
  }

  /** Returns and resets the outcome; call it when no request is pending. */
  Outcome take() {
    Histogram taken = latenciesUs;
    latenciesUs = histogram();
    return new Outcome(taken, failed.sumThenReset());
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
