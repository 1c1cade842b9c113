package io.windsock.gateway.http.query;

import io.vertx.core.http.HttpConnection;
import io.windsock.gateway.Calls;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The HTTP connections on which queries have come, as callers. One event loop owns it; at most as
 * many as the server has connections.
 */
final class Callers {
  private static final int RADIX = 36;

  private final Calls calls;
  private final String prefix;
  private final AtomicLong numbers;
  private final Map<HttpConnection, HttpCaller> all = new HashMap<>();

  /**
   * Creates the callers of one event loop.
   *
   * @param calls is told of the callers that leave
   * @param prefix begins each name, so that it differs from names at other gateways
   * @param numbers numbers the callers of all event loops
   */
  Callers(Calls calls, String prefix, AtomicLong numbers) {
    this.calls = calls;
    this.prefix = prefix;
    this.numbers = numbers;
  }

  HttpCaller of(HttpConnection connection) {
    HttpCaller known = all.get(connection);
    if (known == null) {
      known = new HttpCaller(prefix + Long.toString(numbers.getAndIncrement(), RADIX));
      all.put(connection, known);
    }
    return known;
  }

  /** Drops the calls of a connection that is closed. */
  void left(HttpConnection connection) {
    HttpCaller caller = all.remove(connection);
    if (caller != null) {
      calls.left(caller.name());
    }
  }
}
