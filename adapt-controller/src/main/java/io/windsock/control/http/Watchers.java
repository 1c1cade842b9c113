package io.windsock.control.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The clients of {@code GET /v1/watch}. Each receives the current state, then every event. An event
 * is encoded once for all clients. Any thread may publish.
 */
final class Watchers {
  /** The maximum number of open streams. */
  static final int MAX = 200;

  /** Unsent bytes at which a client is disconnected. */
  static final int UNSENT_BYTES = 1 << 20;

  private static final String TYPE = "text/event-stream";
  private static final String FULL_TYPE = "text/event-stream; charset=utf-8";
  private static final int FULL_SECONDS = 5;
  private static final int RETRY_MS = 2_000;

  private final Set<Watcher> all = ConcurrentHashMap.newKeySet();
  private final Supplier<Buffer> known;
  private final Counter refused;
  private final Counter slow;

  /**
   * Creates an empty set of clients.
   *
   * @param known returns events for everything known
   */
  Watchers(Supplier<Buffer> known, Metrics metrics) {
    this.known = known;
    refused = metrics.counter(Metric.HTTP_REFUSED, "streams");
    slow = metrics.counter(Metric.SSE_CUT, "slow");
    metrics.gauge(Metric.SSE_CLIENTS, all, Set::size);
  }

  /** Opens a stream. */
  void open(Exchange exchange) {
    if (!MediaType.accepts(exchange.header(HttpHeaders.ACCEPT), TYPE)) {
      throw Refusal.of(406, "this path streams events", "accept " + TYPE);
    }
    if (all.size() >= MAX) {
      refused.increment();
      throw Refusal.unavailable(
          "the controller has the maximum number of streams: " + MAX,
          "try again later",
          FULL_SECONDS);
    }
    HttpServerResponse response = exchange.stream(FULL_TYPE);
    response.headers().set(HttpHeaders.CACHE_CONTROL, "no-store");
    Watcher watcher = new Watcher(exchange, response);
    exchange.whenGone(v -> all.remove(watcher));
    // From here on the client receives events, at least as new as the state sent below.
    all.add(watcher);
    // Without a blank line: as a block of its own, some clients would deliver it as an empty
    // message.
    watcher.send(Buffer.buffer("retry: " + RETRY_MS + "\n").appendBuffer(known.get()));
    exchange.endPending();
  }

  /** Returns whether any client follows the stream. */
  boolean any() {
    return !all.isEmpty();
  }

  /** Sends an event to every client. */
  void publish(Buffer event) {
    for (Watcher watcher : all) {
      watcher.run(
          () -> {
            if (!watcher.send(event)) {
              slow.increment();
              all.remove(watcher);
            }
          });
    }
  }

  /** Ends every stream. */
  void close() {
    Buffer cut = event("cut", json -> json.writeStringField("reason", "the controller stops"));
    for (Watcher watcher : all) {
      watcher.run(() -> watcher.end(cut));
    }
    all.clear();
  }

  /** Returns an event's text. */
  static Buffer event(String name, Json.Fields data) {
    ByteSink out = new ByteSink();
    out.add("event: ").add(name).add("\ndata: ");
    out.write(Json.object(data).getBytes());
    return out.add("\n\n").buffer();
  }

  /** A client that follows the event stream. Its event loop owns it. */
  private static final class Watcher {
    private final Exchange exchange;
    private final HttpServerResponse response;
    private boolean over;

    Watcher(Exchange exchange, HttpServerResponse response) {
      this.exchange = exchange;
      this.response = response;
      response.setWriteQueueMaxSize(UNSENT_BYTES);
    }

    /** Sends events; returns false if the client is too slow and is disconnected. */
    boolean send(Buffer events) {
      if (over || response.ended() || response.closed()) {
        return true;
      }
      if (response.writeQueueFull()) {
        over = true;
        exchange.abort();
        return false;
      }
      response.write(events);
      return true;
    }

    /** Sends the last event. */
    void end(Buffer event) {
      if (!over && !response.ended() && !response.closed()) {
        over = true;
        response.end(event);
      }
    }

    void run(Runnable work) {
      exchange.loop().runOnContext(v -> work.run());
    }
  }
}
