package io.windsock.site.http.api;

import io.micrometer.core.instrument.Counter;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.windsock.site.metrics.Metric;
import io.windsock.site.metrics.SiteMetrics;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What all answers have in common: security headers, cross-origin headers, and being counted. Any
 * thread may use it.
 */
public final class Front {
  /** The header that carries the position of an answer's state. */
  public static final AsciiString TOKEN = new AsciiString("Windsock-Token");

  private static final AsciiString NOSNIFF_NAME = new AsciiString("X-Content-Type-Options");
  private static final AsciiString NOSNIFF = new AsciiString("nosniff");
  private static final AsciiString EXPOSED = new AsciiString("Windsock-Token, ETag, Retry-After");

  private final Origins origins;
  private final SiteMetrics metrics;
  private final LongAdder pending = new LongAdder();
  private final ConcurrentHashMap<String, Counter[]> answered = new ConcurrentHashMap<>();

  /** The front of a site. */
  public Front(Origins origins, SiteMetrics metrics) {
    this.origins = origins;
    this.metrics = metrics;
    metrics.gauge(Metric.HTTP_PENDING, pending, LongAdder::sum);
  }

  /** The sites by origin. */
  public Origins origins() {
    return origins;
  }

  /** A request was accepted. */
  public void accepted() {
    pending.increment();
  }

  /** An accepted request was answered, or its client went away. */
  public void done() {
    pending.decrement();
  }

  /** Requests accepted and not yet answered. */
  public long pending() {
    return pending.sum();
  }

  /** Counts an answer. */
  public void count(String route, int status) {
    counter(route, status).increment();
  }

  /** The counter of answers on {@code route} with {@code status}, 100 to 599. */
  public Counter counter(String route, int status) {
    Counter[] known = answered.computeIfAbsent(route, r -> new Counter[500]);
    Counter counter = known[status - 100];
    if (counter == null) {
      counter = metrics.counter(Metric.HTTP_REQUESTS, route, Integer.toString(status));
      known[status - 100] = counter;
    }
    return counter;
  }

  /** Sets the headers that every answer has. */
  public void dress(MultiMap request, MultiMap response) {
    response.set(NOSNIFF_NAME, NOSNIFF);
    String origin = request.get(HttpHeaders.ORIGIN);
    if (origin != null) {
      response.add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
      if (origins.allows(origin)) {
        response.set(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        response.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
      }
    }
  }

  /** Whether a request announces a body. */
  public static boolean hasBody(MultiMap request) {
    String length = request.get(HttpHeaders.CONTENT_LENGTH);
    return (length != null && !length.equals("0"))
        || request.contains(HttpHeaders.TRANSFER_ENCODING);
  }

  /** Whether an {@code If-None-Match} header names {@code etag}. */
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
