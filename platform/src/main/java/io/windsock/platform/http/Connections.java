package io.windsock.platform.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, which owns it: how many there may be, how long one may go
 * without a request, how long a request may take to arrive, and how long its client may take
 * nothing of an answer.
 */
final class Connections {
  /** One connection. */
  static final class State {
    private final boolean tooMany;
    private boolean busy;
    private long sinceMs;
    private long unsent = Wire.NOTHING;

    /** When the first byte of a request came that is still arriving; 0: none is. */
    private long begunMs;

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
    State state = new State(now > bounds.max(), nowMs());
    all.put(connection, state);
    Wire.whenRead(connection, () -> begun(state));
    connection.closeHandler(v -> closed(connection));
    if (now > bounds.max() + bounds.told()) {
      Wire.abort(connection);
    }
  }

  private void closed(HttpConnection connection) {
    if (all.remove(connection) != null) {
      open.decrementAndGet();
    }
  }

  /** On a clock that nobody can set. */
  private static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Bytes have come. While a request is being answered the next may wait its turn. */
  private static void begun(State state) {
    if (state.begunMs == 0 && !state.busy) {
      state.begunMs = nowMs();
    }
  }

  /** The request at hand has arrived to its end. */
  static void arrived(@Nullable State state) {
    if (state != null) {
      state.begunMs = 0;
    }
  }

  /** The head of a request has come by this connection. */
  @Nullable State requested(HttpConnection connection) {
    State state = all.get(connection);
    if (state != null) {
      state.sinceMs = nowMs();
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
      state.sinceMs = nowMs();
    }
  }

  /**
   * Closes connections whose request has been arriving for too long, those whose client has taken
   * nothing of an answer for too long, and those that for too long had neither request nor answer.
   * An answer that still leaves, however slowly, keeps its connection open.
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
