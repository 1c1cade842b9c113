package io.windsock.platform.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;

/** Answers requests on one event loop, which calls it. */
public interface RequestHandler {
  /**
   * Answers a request at once if the complete answer already exists; otherwise does nothing and
   * returns false. A long answer may still be on its way when this returns.
   */
  default boolean serveKnown(HttpServerRequest request) {
    return false;
  }

  /** Answers any request. */
  void handle(Context loop, HttpServerRequest request);

  /**
   * Notes that a client's connection, which may have made requests, is closed. Called on the event
   * loop, after the exchange in progress has been told.
   */
  default void disconnected(HttpConnection connection) {}
}
