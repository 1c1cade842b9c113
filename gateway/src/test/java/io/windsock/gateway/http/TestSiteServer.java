package io.windsock.gateway.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.gateway.http.pass.SiteAddress;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.HttpConfig;
import io.windsock.platform.http.HttpService;
import io.windsock.platform.http.Wire;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Origins;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.telemetry.Metrics;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * An HTTP server in a site's place. Its update stream counts: event {@code n} has id {@code n}, and
 * a client that names the last id it has seen gets the next one first, at each such server.
 */
public final class TestSiteServer implements AutoCloseable {
  /** How it treats requests. */
  public enum Mode {
    /** As a site. */
    ANSWERING,
    /** With 503. */
    REFUSING,
    /** Not at all. */
    SILENT,
    /** Begins an answer, and then aborts the connection. */
    BREAKING
  }

  private static final long EVERY_MS = 5;
  private static final int PART_BYTES = 64 << 10;

  private final Metrics metrics = new Metrics();
  private final String name;
  private final HttpService http;
  private final AnswerPolicy policy;

  /** How it treats requests from now on. */
  public volatile Mode mode = Mode.ANSWERING;

  /** Tells by its target whether a request gets no answer, whatever the mode. */
  public volatile Predicate<String> ignores = target -> false;

  /** Whether its streams say nothing. */
  public volatile boolean quiet;

  /** The streams open. */
  public final AtomicInteger streams = new AtomicInteger();

  /** The requests received. */
  public final AtomicInteger requests = new AtomicInteger();

  /** The bytes of long bodies handed to connections. */
  public final AtomicLong sent = new AtomicLong();

  /** Starts a server. */
  public TestSiteServer(String name) {
    this.name = name;
    http = HttpService.start(HttpConfig.at("127.0.0.1", 0), metrics);
    policy = new AnswerPolicy("site", new Origins(http::url, List::of), List.of(), metrics);
    http.listen(policy, loop -> this::handle);
  }

  /** Its name and URL. */
  public SiteAddress address() {
    return new SiteAddress(name, http.url());
  }

  private void handle(Context loop, HttpServerRequest request) {
    requests.incrementAndGet();
    if (ignores.test(request.uri())) {
      return;
    }
    Exchange exchange = new Exchange(policy, loop, "any", request);
    switch (mode) {
      case ANSWERING -> exchange.attempt(() -> answer(exchange, request));
      case REFUSING -> exchange.refuse(Refusal.unavailable("not ready", "come back", 1));
      case SILENT -> {}
      case BREAKING -> breakOff(request);
    }
  }

  private static void breakOff(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response.putHeader("Content-Length", "1000");
    response
        .write(Buffer.buffer("x".repeat(100)))
        .onComplete(v -> Wire.abort(request.connection()));
  }

  private void answer(Exchange exchange, HttpServerRequest request) {
    String path = request.path();
    if (path.equals("/v1/subscribe")) {
      stream(exchange, request);
    } else if (path.startsWith("/v1/state/big-")) {
      big(exchange, Integer.parseInt(path.substring("/v1/state/big-".length())));
    } else if ("etag".equals(request.getHeader("If-None-Match"))) {
      exchange.answer(Answer.empty(304, List.of("ETag", "etag")));
    } else if (path.equals("/v1/views")) {
      text(
          exchange,
          "{\"views\":[{\"view\":\"all\"},{\"view\":\"arrivals\",\"parameter\":\"airport\"}]}");
    } else {
      StringBuilder seen = new StringBuilder(request.uri());
      request
          .headers()
          .forEach(h -> seen.append('\n').append(h.getKey()).append(": ").append(h.getValue()));
      text(exchange, seen.toString());
    }
  }

  private static void text(Exchange exchange, String text) {
    exchange.answer(
        new Answer(
            200,
            "text/plain",
            List.of(
                "ETag",
                "etag",
                "Windsock-Token",
                "T1",
                "Keep-Alive",
                "timeout=5",
                "Content-Security-Policy",
                "default-src 'none'; connect-src 'self' http://site.example; base-uri 'none'",
                "X-Hop",
                "h",
                "Connection",
                "X-Hop",
                "Connection",
                "keep-alive"),
            Buffer.buffer(text)));
  }

  private void big(Exchange exchange, int bytes) {
    HttpServerResponse to = exchange.stream("application/octet-stream");
    long[] left = {bytes};
    to.drainHandler(v -> fill(to, left));
    fill(to, left);
  }

  private void fill(HttpServerResponse to, long[] left) {
    while (left[0] > 0 && !to.writeQueueFull()) {
      int part = (int) Math.min(PART_BYTES, left[0]);
      left[0] -= part;
      sent.addAndGet(part);
      to.write(Buffer.buffer(new byte[part]));
      if (left[0] == 0) {
        to.end();
      }
    }
  }

  private void stream(Exchange exchange, HttpServerRequest request) {
    String last = request.getHeader("Last-Event-ID");
    long[] at = {last == null ? 0 : Long.parseLong(last)};
    HttpServerResponse to = exchange.stream("text/event-stream");
    to.write("retry: 10\n\n");
    streams.incrementAndGet();
    long timer =
        exchange
            .loop()
            .owner()
            .setPeriodic(
                EVERY_MS,
                id -> {
                  if (!quiet) {
                    at[0]++;
                    to.write("id: " + at[0] + "\ndata: " + name + "\n\n");
                  }
                });
    exchange.whenGone(
        v -> {
          streams.decrementAndGet();
          exchange.loop().owner().cancelTimer(timer);
        });
  }

  @Override
  public void close() {
    http.close();
    metrics.close();
  }
}
