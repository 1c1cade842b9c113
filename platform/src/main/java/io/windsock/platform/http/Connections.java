package io.windsock.platform.http;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, which owns it. It enforces the bounds on their number, on idle
 * time, on the arrival time of a request, and on stalled answers.
 */
final class Connections {
  /** How often to call {@link #closeIdle}. */
  static final long LOOK_MS = 1000;

  /** One connection. */
  static final class State {
    private final boolean tooMany;
    private boolean busy;
    private final Progress progress;

    /** When it was last heard of or answered, ns. */
    private long sinceNs;

    /** Whether a request is arriving, and when its first byte came, ns. */
    private boolean arriving;

    private long begunNs;

    private State(boolean tooMany, Progress progress, long nowNs) {
      this.tooMany = tooMany;
      this.progress = progress;
      sinceNs = nowNs;
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
  private final WatchedTime time = new WatchedTime(System::nanoTime, LOOK_MS);

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
    State state = new State(now > bounds.max(), new Progress(connection), time.nowNs());
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

  /**
   * Records that bytes have arrived. A pipelined request may wait while another is being answered.
   */
  private void begun(State state) {
    if (!state.arriving && !state.busy) {
      state.arriving = true;
      state.begunNs = time.nowNs();
    }
  }

  /** Records that the current request has arrived completely. */
  static void arrived(@Nullable State state) {
    if (state != null) {
      state.arriving = false;
    }
  }

  /** Returns the state of the connection on which the request's head has arrived. */
  @Nullable State requested(HttpConnection connection) {
    State state = all.get(connection);
    if (state != null) {
      state.sinceNs = time.nowNs();
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
  void idle(@Nullable State state) {
    if (state != null) {
      state.busy = false;
      state.sinceNs = time.nowNs();
    }
  }

  /**
   * Closes connections whose request takes too long to arrive, whose client has stalled for too
   * long, or that have been idle for too long. A connection stays open while its answer makes
   * progress, however slow.
   */
  void closeIdle() {
    long nowNs = time.look();
    List<HttpConnection> idle = new ArrayList<>();
    all.forEach(
        (connection, state) -> {
          if (isLate(state, nowNs) || isIdle(state, nowNs)) {
            idle.add(connection);
          }
        });
    idle.forEach(Wire::abort);
  }

  private boolean isLate(State state, long nowNs) {
    return state.arriving && nowNs - state.begunNs > bounds.arrival().toNanos();
  }

  private boolean isIdle(State state, long nowNs) {
    long stalledNs = state.progress.stalledNs(nowNs);
    if (state.progress.sending()) {
      state.sinceNs = nowNs;
      return !state.arriving && stalledNs > bounds.stall().toNanos();
    }
    return !state.arriving && !state.busy && nowNs - state.sinceNs > bounds.idle().toNanos();
  }
}
