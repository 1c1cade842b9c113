package io.windsock.site.http.sse;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.Exchange;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.SseText;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.SitePosition;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One client's stream. Owned by its event loop.
 *
 * <pre>
 *            registered              a snapshot's rows or changes        nothing missed
 *  WAITING ──────────────▶ SYNCING ─────────────────────────────▶ ─────────────────────▶ LIVE
 *                             ▲ │ sent                              │                      │
 *                             └─┴── changes since that snapshot ◀───┘ too much missed      │
 *                                                                                          ▼
 *     any state ───────────── client gone, cut, or the server closes ─────────────────▶ CLOSED
 * </pre>
 *
 * <p>{@link Syncing} is how it gets from SYNCING to LIVE. A live stream passes the hub's deliveries
 * on, less what its snapshot contains.
 */
final class Subscriber {
  private enum Phase {
    WAITING,
    SYNCING,
    LIVE,
    CLOSED
  }

  private final Shard shard;
  private final Filter filter;
  private final Exchange exchange;
  private final HttpServerResponse response;
  private final Outbox outbox;
  private final Runnable whenClosed;
  private final Syncing syncing;
  private Phase phase = Phase.WAITING;
  private SyncPoint syncPoint = SyncPoint.NONE;

  /**
   * Creates a stream.
   *
   * @param whenClosed runs once, when the stream ends
   */
  Subscriber(
      Shard shard, Filter filter, Exchange exchange, StateReader reader, Runnable whenClosed) {
    this.shard = shard;
    this.filter = filter;
    this.exchange = exchange;
    this.whenClosed = whenClosed;
    response = exchange.stream("text/event-stream; charset=utf-8");
    response.headers().set("Cache-Control", "no-store").set("X-Accel-Buffering", "no");
    outbox = new Outbox(response, exchange.progress(), shard.limits());
    syncing = new Syncing(this, shard, outbox, reader);
    outbox.send(SseText.retry(spread(shard.bounds().retry().toMillis())));
    exchange.whenGone(v -> closed());
  }

  /** Draws from half to one and a half times, so that clients cut together come back apart. */
  private static long spread(long ms) {
    return Math.max(1, ms / 2) + ThreadLocalRandom.current().nextLong(ms + 1);
  }

  Filter filter() {
    return filter;
  }

  /** Starts with the full state. Called once the hub delivers to this stream. */
  void reset(String reason) {
    if (phase != Phase.WAITING) {
      return;
    }
    phase = Phase.SYNCING;
    syncing.reset(reason);
  }

  /** Starts with the changes since {@code token}, or the full state. The hub already delivers. */
  void resume(Token token) {
    if (phase != Phase.WAITING) {
      return;
    }
    phase = Phase.SYNCING;
    syncing.resume(token);
  }

  Exchange exchange() {
    return exchange;
  }

  boolean isClosed() {
    return phase == Phase.CLOSED;
  }

  /**
   * Sends updates from now on: the client has its initial state.
   *
   * @param at the position of that state
   * @param resumed whether it is the changes since the client's token
   * @param held the hub's deliveries meanwhile, some of which the state may contain
   */
  void live(SitePosition at, boolean resumed, List<Chunk> held) {
    phase = Phase.LIVE;
    syncPoint = SyncPoint.of(at);
    outbox.send(shard.liveEvent(at));
    Buffer stale = shard.stale();
    if (stale != null) {
      outbox.send(stale);
    }
    exchange.endPending();
    shard.countInitialState(resumed, exchange.acceptedNs());
    held.forEach(this::take);
  }

  /** Receives chunks from the hub. */
  void deliver(List<Chunk> chunks) {
    for (Chunk chunk : chunks) {
      if (phase == Phase.LIVE) {
        take(chunk);
      } else if (!isClosed()) {
        syncing.hold(chunk);
      }
    }
  }

  /** Passes on the part of a chunk that the snapshot does not contain. */
  private void take(Chunk chunk) {
    Chunk news = syncPoint.news(chunk);
    if (news != null && !isClosed()) {
      send(news);
    }
  }

  private void send(Chunk chunk) {
    if (outbox.send(chunk) == Outbox.Verdict.TOO_MUCH) {
      cut("too slow");
    }
  }

  /** Sends the stream's current position. */
  void heartbeat(Chunk heartbeat) {
    if (phase == Phase.LIVE) {
      // The snapshot may be newer than the hub's last delivery.
      send(syncPoint.heartbeat(heartbeat));
    }
  }

  /**
   * Tells a client that waits for its state, or for the rest of it, that the site has not forgotten
   * it: gateways and boards take long silence for a failure.
   */
  void stillWaits() {
    boolean waits = phase == Phase.WAITING || phase == Phase.SYNCING;
    if (waits && outbox.isDrained()) {
      outbox.send(SseText.waiting());
    }
  }

  /** Warns that the client's data may be out of date. */
  void stale(Buffer stale) {
    if (phase == Phase.LIVE) {
      outbox.send(stale);
    }
  }

  /** Disconnects a client that takes no data. */
  void check(long nowNs) {
    if (isClosed()) {
      return;
    }
    if (outbox.stalledNs(nowNs) > syncing.mostStallNs()) {
      cut("stalled");
    }
  }

  /** Ends the stream, with the reason as the last message if it can still be sent. */
  void cut(String reason) {
    cut(reason, reason);
  }

  /**
   * Ends the stream.
   *
   * @param reason the metric label, one of a few
   * @param inWords the message for the client, if it can still be sent
   */
  void cut(String reason, String inWords) {
    if (isClosed()) {
      return;
    }
    shard.countCut(reason);
    boolean drained = outbox.isDrained();
    closed();
    if (drained) {
      response.write(SseText.cut(inWords));
      response.end().onComplete(v -> exchange.abort());
    } else {
      exchange.abort();
    }
  }

  private void closed() {
    if (isClosed()) {
      return;
    }
    phase = Phase.CLOSED;
    outbox.close();
    syncing.close();
    exchange.endPending();
    shard.remove(this);
    whenClosed.run();
  }
}
