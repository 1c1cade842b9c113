package io.windsock.service.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, which owns it: how many there may be, and how long one may go
 * without a whole request.
 */
final class Connections {
  /**
   * Beyond the bound, so many connections are still told that it is reached, before any is shut.
   */
  static final int TOLD = 100;

  /** One connection. */
  static final class State {
    private final boolean tooMany;
    private boolean busy;
    private long sinceMs;

    private State(boolean tooMany, long nowMs) {
      this.tooMany = tooMany;
      sinceMs = nowMs;
    }

    /** Whether it was one more than there may be. */
    boolean tooMany() {
      return tooMany;
    }
  }

  private final ConnectionBounds bounds;
  private final AtomicInteger open;
  private final Counter refused;
  private final IdentityHashMap<HttpConnection, State> all = new IdentityHashMap<>();

  /**
   * No connections yet.
   *
   * @param open counts the connections of all event loops
   */
  Connections(ConnectionBounds bounds, AtomicInteger open, Counter refused) {
    this.bounds = bounds;
    this.open = open;
    this.refused = refused;
  }

  /** A client has connected. */
  void opened(HttpConnection connection) {
    int now = open.incrementAndGet();
    if (now > bounds.max()) {
      refused.increment();
    }
    all.put(connection, new State(now > bounds.max(), System.currentTimeMillis()));
    connection.closeHandler(v -> closed(connection));
    if (now > bounds.max() + TOLD) {
      Wire.sever(connection);
    }
  }

  private void closed(HttpConnection connection) {
    if (all.remove(connection) != null) {
      open.decrementAndGet();
    }
  }

  /** A request has come by this connection. */
  @Nullable State requested(HttpConnection connection) {
    State state = all.get(connection);
    if (state != null) {
      state.sinceMs = System.currentTimeMillis();
    }
    return state;
  }

  /** The request at hand takes its time. */
  static void busy(@Nullable State state) {
    if (state != null) {
      state.busy = true;
    }
  }

  /** It has been answered to the end. */
  static void idle(@Nullable State state) {
    if (state != null) {
      state.busy = false;
      state.sinceMs = System.currentTimeMillis();
    }
  }

  /** Closes connections that have not sent a whole request for too long. */
  void closeIdle() {
    long since = System.currentTimeMillis() - bounds.idle().toMillis();
    List<HttpConnection> idle = new ArrayList<>();
    all.forEach(
        (connection, state) -> {
          if (!state.busy && state.sinceMs < since) {
            idle.add(connection);
          }
        });
    idle.forEach(Wire::sever);
  }
}
