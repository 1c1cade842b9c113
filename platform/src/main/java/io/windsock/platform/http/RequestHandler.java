package io.windsock.platform.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;

/** What answers requests on one event loop, which calls it. */
public interface RequestHandler {
  /**
   * Answers a request at once if all of the answer is there already; false if it is not, and
   * nothing has been done.
   */
  default boolean serveKnown(HttpServerRequest request) {
    return false;
  }

  /** Answers a request, whatever it is. */
  void handle(Context loop, HttpServerRequest request);
}
