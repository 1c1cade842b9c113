package io.windsock.site.http.sse;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.Exchange;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.SseText;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.PageGate;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.subscribe.Changes;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

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
 * <p>While it is syncing, the hub's deliveries are held up to a bound. Beyond that they are
 * dropped, and the changes since the snapshot are read from a newer one. So a client's memory is
 * bounded, however big the state and however slow the client.
 */
final class Subscriber {
  private enum Phase {
    WAITING,
    SYNCING,
    LIVE,
    CLOSED
  }

  /** The most rounds of catching up before a client is disconnected as too slow. */
  static final int MAX_PASSES = 50;

  private final Shard shard;
  private final Filter filter;
  private final Exchange exchange;
  private final HttpServerResponse response;
  private final Outbox outbox;
  private final StateReader reader;
  private final Runnable whenClosed;
  private final HeldChunks held;
  private Phase phase = Phase.WAITING;
  private SyncPoint syncPoint = SyncPoint.NONE;
  private boolean resuming;
  private int passes;
  private @Nullable SitePosition passGoal;
  private @Nullable PageGate gate;
  private @Nullable Runnable taken;

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
    this.reader = reader;
    this.whenClosed = whenClosed;
    held = new HeldChunks(shard.bounds().softBytes());
    response = exchange.stream("text/event-stream; charset=utf-8");
    response.headers().set("Cache-Control", "no-store").set("X-Accel-Buffering", "no");
    outbox = new Outbox(response, exchange.progress(), shard.limits());
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
    shard.countStarted("reset");
    sendRows(reason);
  }

  private void sendRows(String reason) {
    outbox.send(SseText.reset(reason));
    reader.rows(this);
  }

  /** Starts with the changes since {@code token}, or the full state. The hub already delivers. */
  void resume(Token token) {
    if (phase != Phase.WAITING) {
      return;
    }
    phase = Phase.SYNCING;
    resuming = true;
    reader.resume(this, token);
  }

  /** Receives the changes since the client's token. */
  void resumed(Changes changes) {
    if (isClosed()) {
      release(changes);
    } else if (changes instanceof Changes.TooMany) {
      shard.countStarted("rows");
      sendRows("so much has changed since this position that all rows are sent instead");
    } else {
      shard.countStarted("resume");
      outbox.send(SseText.resume());
      changed(changes);
    }
  }

  private static void release(Changes changes) {
    if (changes instanceof Changes.Read part) {
      part.release().run();
    }
  }

  /** Receives the changes since an earlier part. */
  void changed(Changes changes) {
    if (isClosed()) {
      release(changes);
    } else if (changes instanceof Changes.Read part) {
      taken = part.release();
      read(part.at(), part.pages(), part.reached());
    } else if (changes instanceof Changes.Failed failed) {
      failed(failed.cause());
    } else {
      throw new IllegalStateException("no changes for a client that takes nothing else");
    }
  }

  Exchange exchange() {
    return exchange;
  }

  boolean isClosed() {
    return phase == Phase.CLOSED;
  }

  /**
   * Receives a part.
   *
   * @param at the position of the snapshot that was read
   * @param reached the position the client has reached with it: {@code at} if nothing is left to
   *     read
   */
  void read(SitePosition at, List<Buffer> pages, Token reached) {
    if (isClosed()) {
      return;
    }
    for (Buffer page : pages) {
      outbox.send(page);
    }
    outbox.whenDrained(() -> sent(at, reached));
  }

  private void sent(SitePosition at, Token reached) {
    releasePart();
    if (reached.covers(at.token())) {
      synced(at);
    } else {
      readOn(at, reached);
    }
  }

  /** Makes room for a part for others. */
  private void releasePart() {
    Runnable release = taken;
    taken = null;
    if (release != null) {
      release.run();
    }
  }

  /** Reads the next part. It may repeatedly contain changes made since the first one. */
  private void readOn(SitePosition at, Token reached) {
    if (isClosed()) {
      return;
    }
    SitePosition goal = passGoal;
    if (goal == null || reached.covers(goal.token())) {
      passGoal = at;
      again(reached);
    } else {
      more(reached);
    }
  }

  /** A gate for the pages of a state that does not fit into memory. */
  PageGate gate() {
    PageGate opened = new PageGate(shard, shard.bounds().stall(), new BigPages());
    gate = opened;
    return opened;
  }

  /** Sends pages as fast as the connection takes them. */
  private final class BigPages implements PageGate.Receiver {
    private @Nullable SitePosition at;

    @Override
    public void begin(SitePosition position) {
      at = position;
    }

    @Override
    public void page(Buffer page) {
      PageGate from = gate;
      if (isClosed() || from == null) {
        return;
      }
      outbox.send(page);
      outbox.whenDrained(from::taken);
    }

    @Override
    public void end(PageGate.Outcome outcome) {
      gate = null;
      if (isClosed()) {
        return;
      }
      SitePosition all = at;
      if (outcome == PageGate.Outcome.COMPLETE && all != null) {
        outbox.whenDrained(() -> synced(all));
      } else if (outcome == PageGate.Outcome.STOPPED) {
        cut("stalled");
      } else {
        unreadable();
      }
    }
  }

  /** Ends the stream after a failed read. */
  void failed(Throwable failure) {
    unreadable();
  }

  private void unreadable() {
    cut("the state can't be read now");
  }

  private void synced(SitePosition at) {
    if (isClosed()) {
      return;
    }
    if (held.dropped()) {
      passGoal = null;
      again(at.token());
      return;
    }
    phase = Phase.LIVE;
    syncPoint = SyncPoint.of(at);
    outbox.send(shard.liveEvent(at));
    Buffer stale = shard.stale();
    if (stale != null) {
      outbox.send(stale);
    }
    exchange.endPending();
    shard.countInitialState(resuming, exchange.acceptedNs());
    held.take().forEach(this::take);
  }

  private void again(Token since) {
    if (++passes > MAX_PASSES) {
      cut("too slow to catch up");
      return;
    }
    more(since);
  }

  private void more(Token since) {
    // A snapshot taken from now on contains everything that was dropped until now.
    held.clear();
    reader.changes(this, since);
  }

  /** Receives chunks from the hub. */
  void deliver(List<Chunk> chunks) {
    for (Chunk chunk : chunks) {
      if (phase == Phase.LIVE) {
        take(chunk);
      } else if (!isClosed()) {
        held.add(chunk);
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
    if (outbox.stalledNs(nowNs) > mostStallNs()) {
      cut("stalled");
    }
  }

  /** How long the client may take no data now, ns: not as long if others wait for it. */
  private long mostStallNs() {
    PageGate from = gate;
    if (from != null) {
      return from.stallNs();
    }
    boolean hurry = taken != null && reader.isCrowded();
    return PageGate.stallNs(shard.bounds().stall(), hurry);
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
    held.clear();
    outbox.close();
    releasePart();
    if (gate != null) {
      gate.close();
    }
    exchange.endPending();
    shard.remove(this);
    whenClosed.run();
  }
}
