package io.windsock.control.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.platform.http.Exchange;

/** A client that follows the event stream. Its event loop owns it. */
final class Watcher {
  /** Unsent bytes at which a client is disconnected. */
  static final int UNSENT_BYTES = 1 << 20;

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
