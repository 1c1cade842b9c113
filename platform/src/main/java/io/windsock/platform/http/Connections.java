package io.windsock.platform.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, which owns it. It enforces the bounds on their number, on idle
 * time, on the arrival time of a request, and on stalled answers.
 */
final class Connections {
  /** One connection. */
  static final class State {
    private final boolean tooMany;
    private boolean busy;
    private long sinceMs;
    private long unsent = Wire.NOTHING;

    /** When the first byte of the arriving request came; 0 if none is arriving. */
    private long begunMs;

    private State(boolean tooMany, long nowMs) {
      this.tooMany = tooMany;
      sinceMs = nowMs;
    }

    /** Returns whether the connection exceeds the maximum. */
    boolean tooMany() {
      return tooMany;
    }
  }

  private final ConnectionBounds bounds;
  private final AtomicInteger open;
  private final Counter refused;
  private final Consumer<HttpConnection> whenClosed;
  private final IdentityHashMap<HttpConnection, State> all = new IdentityHashMap<>();

  /**
   * Creates an empty set of connections.
   *
   * @param open counts the connections of all event loops
   * @param refused counts the connections beyond the maximum
   * @param whenClosed is told of each connection that is closed
   */
  Connections(
      ConnectionBounds bounds,
      AtomicInteger open,
      Counter refused,
      Consumer<HttpConnection> whenClosed) {
    this.bounds = bounds;
    this.open = open;
    this.refused = refused;
    this.whenClosed = whenClosed;
  }

  /** Adds a new connection. */
  void opened(HttpConnection connection) {
    int now = open.incrementAndGet();
    if (now > bounds.max()) {
      refused.increment();
    }
    State state = new State(now > bounds.max(), nowMs());
    all.put(connection, state);
    Wire.whenRead(connection, () -> begun(state));
    connection.closeHandler(v -> closed(connection));
    if (now > bounds.max() + bounds.refused()) {
      Wire.abort(connection);
    }
  }

  private void closed(HttpConnection connection) {
    if (all.remove(connection) != null) {
      open.decrementAndGet();
      whenClosed.accept(connection);
    }
  }

  /** A monotonic clock. */
  private static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /**
   * Records that bytes have arrived. A pipelined request may wait while another is being answered.
   */
  private static void begun(State state) {
    if (state.begunMs == 0 && !state.busy) {
      state.begunMs = nowMs();
    }
  }

  /** Records that the current request has arrived completely. */
  static void arrived(@Nullable State state) {
    if (state != null) {
      state.begunMs = 0;
    }
  }

  /** Returns the state of the connection on which the request's head has arrived. */
  @Nullable State requested(HttpConnection connection) {
    State state = all.get(connection);
    if (state != null) {
      state.sinceMs = nowMs();
    }
    return state;
  }

  /** Records that the current request is being answered. */
  static void busy(@Nullable State state) {
    if (state != null) {
      state.busy = true;
    }
  }

  /** Records that the current request is answered completely. */
  static void idle(@Nullable State state) {
    if (state != null) {
      state.busy = false;
      state.sinceMs = nowMs();
    }
  }

  /**
   * Closes connections whose request takes too long to arrive, whose client has stalled for too
   * long, or that have been idle for too long. A connection stays open while its answer makes
   * progress, however slow.
   */
  void closeIdle() {
    long nowMs = nowMs();
    List<HttpConnection> idle = new ArrayList<>();
    all.forEach(
        (connection, state) -> {
          if (isLate(state, nowMs) || isIdle(connection, state, nowMs)) {
            idle.add(connection);
          }
        });
    idle.forEach(Wire::abort);
  }

  private boolean isLate(State state, long nowMs) {
    return state.begunMs != 0 && nowMs - state.begunMs > bounds.arrival().toMillis();
  }

  private boolean isIdle(HttpConnection connection, State state, long nowMs) {
    long unsent = Wire.unsent(connection);
    if (unsent != state.unsent) {
      state.unsent = unsent;
      state.sinceMs = nowMs;
      return false;
    }
    boolean sending = unsent != Wire.NOTHING;
    if (state.begunMs != 0 || (state.busy && !sending)) {
      return false;
    }
    Duration most = sending ? bounds.stall() : bounds.idle();
    return nowMs - state.sinceMs > most.toMillis();
  }
}
