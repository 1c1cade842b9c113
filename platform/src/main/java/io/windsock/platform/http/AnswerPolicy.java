package io.windsock.platform.http;

import io.micrometer.core.instrument.Counter;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.telemetry.DelayHistogram;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The policy common to all answers: security headers, cross-origin headers and counting. Any thread
 * may use it.
 */
public final class AnswerPolicy {
  private static final AsciiString NOSNIFF_NAME = new AsciiString("X-Content-Type-Options");
  private static final AsciiString NOSNIFF = new AsciiString("nosniff");

  private final String noun;
  private final Origins origins;
  private final AsciiString exposed;
  private final Metrics metrics;
  private final AtomicLong pending = new AtomicLong();
  private final AtomicLong highestPending = new AtomicLong();
  private final AtomicLong longAnswers = new AtomicLong();
  private final LongAdder answers = new LongAdder();
  private final ConcurrentHashMap<String, Counter[]> answered = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, DelayHistogram> latencies = new ConcurrentHashMap<>();

  /**
   * Creates the policy of a server's answers.
   *
   * @param noun the kind of server named in its messages, such as {@code site}
   * @param origins the origins whose pages may read its answers
   * @param exposed the headers that such pages may read
   * @param metrics where its answers are counted
   */
  public AnswerPolicy(String noun, Origins origins, List<String> exposed, Metrics metrics) {
    this.noun = noun;
    this.origins = origins;
    this.exposed = new AsciiString(String.join(", ", exposed));
    this.metrics = metrics;
    metrics.gauge(Metric.HTTP_PENDING, pending, AtomicLong::get);
  }

  /** Returns the kind of server named in its messages. */
  public String noun() {
    return noun;
  }

  /** Returns the origins whose pages may read its answers. */
  public Origins origins() {
    return origins;
  }

  /** Counts an accepted request as pending. */
  public void accepted() {
    highestPending.accumulateAndGet(pending.incrementAndGet(), Math::max);
  }

  /** Ends an accepted request that was answered or whose client has disconnected. */
  public void done() {
    pending.decrementAndGet();
    answers.increment();
  }

  /** Counts a long answer, which its client reads while it is no longer pending. */
  void longAnswerBegun() {
    longAnswers.incrementAndGet();
  }

  /** Ends a long answer that was sent or whose client has disconnected. */
  void longAnswerEnded() {
    longAnswers.decrementAndGet();
  }

  /**
   * Returns whether no request is pending and every answer has left, so that a server which takes
   * no more requests may close. Streams do not count once their initial data is sent.
   */
  public boolean idle() {
    return pending.get() == 0 && longAnswers.get() == 0;
  }

  /** Counts a request answered at once from existing data, which was never pending. */
  void answeredAtOnce() {
    answers.increment();
  }

  /**
   * Returns the highest number of simultaneously pending requests since the last call, so that
   * short peaks between two calls are visible. For one caller.
   */
  public long takeHighestPending() {
    long now = pending.get();
    return Math.max(highestPending.getAndSet(now), now);
  }

  /**
   * Returns the number of requests answered, including those answered at once. A stream counts once
   * its initial data is sent.
   */
  public long answered() {
    return answers.sum();
  }

  /** Counts an answer. */
  public void count(String route, int status) {
    counter(route, status).increment();
  }

  /** Returns the counter of answers on {@code route} with {@code status}, 100 to 599. */
  public Counter counter(String route, int status) {
    Counter[] known = answered.computeIfAbsent(route, r -> new Counter[500]);
    Counter counter = known[status - 100];
    if (counter == null) {
      counter = metrics.counter(Metric.HTTP_REQUESTS, route, Integer.toString(status));
      known[status - 100] = counter;
    }
    return counter;
  }

  /** Returns the histogram of answer times on {@code route}. */
  public DelayHistogram latency(String route) {
    return latencies.computeIfAbsent(route, r -> metrics.delays(Metric.HTTP_LATENCY, r));
  }

  /** Sets the headers common to all answers. */
  public void setCommonHeaders(MultiMap request, MultiMap response) {
    response.set(NOSNIFF_NAME, NOSNIFF);
    String origin = request.get(HttpHeaders.ORIGIN);
    if (origin != null) {
      response.add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
      if (origins.allows(origin)) {
        response.set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
      }
    }
  }

  /** Returns whether a request announces a body. */
  public static boolean hasBody(MultiMap request) {
    String length = request.get(HttpHeaders.CONTENT_LENGTH);
    return (length != null && !length.equals("0"))
        || request.contains(HttpHeaders.TRANSFER_ENCODING);
  }

  /** Returns whether an {@code If-None-Match} header names {@code etag}. */
  public static boolean matches(@Nullable String ifNoneMatch, CharSequence etag) {
    if (ifNoneMatch == null) {
      return false;
    }
    if (ifNoneMatch.contentEquals(etag) || ifNoneMatch.equals("*")) {
      return true;
    }
    for (String tag : ifNoneMatch.split(",", -1)) {
      String bare = tag.trim();
      if ((bare.startsWith("W/") ? bare.substring(2) : bare).contentEquals(etag)) {
        return true;
      }
    }
    return false;
  }
}
