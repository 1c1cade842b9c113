package io.windsock.site.http.sse;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.Exchange;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import io.windsock.site.event.SseText;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.PageGate;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.subscribe.Changes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's stream. Its event loop owns it.
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
 * <p>While it is synced, what the hub delivers is held up to a bound. Beyond that it is dropped,
 * and what has changed since the snapshot is read from a newer one: so the memory of a client is
 * bounded however big the state and however slow the client.
 */
final class Subscriber {
  private enum Phase {
    WAITING,
    SYNCING,
    LIVE,
    CLOSED
  }

  /** Rounds of catching up before a client is given up as too slow. */
  static final int MAX_PASSES = 50;

  private final Shard shard;
  private final Filter filter;
  private final Exchange exchange;
  private final HttpServerResponse response;
  private final Outbox outbox;
  private final StateReader reader;
  private final Runnable whenClosed;
  private final List<Chunk> held = new ArrayList<>();
  private Phase phase = Phase.WAITING;
  private long heldBytes;
  private long syncedBatch;
  private String syncedToken = "";
  private boolean resuming;
  private boolean missed;
  private int passes;
  private @Nullable SitePosition passGoal;
  private @Nullable PageGate gate;

  /**
   * A stream just begun.
   *
   * @param whenClosed runs once, when it ends
   */
  Subscriber(
      Shard shard, Filter filter, Exchange exchange, StateReader reader, Runnable whenClosed) {
    this.shard = shard;
    this.filter = filter;
    this.exchange = exchange;
    this.reader = reader;
    this.whenClosed = whenClosed;
    response = exchange.stream("text/event-stream; charset=utf-8");
    response.headers().set("Cache-Control", "no-store").set("X-Accel-Buffering", "no");
    outbox = new Outbox(response, exchange.progress(), shard.limits());
    outbox.send(SseText.retry(shard.bounds().retry().toMillis()));
    exchange.whenGone(v -> closed());
  }

  Filter filter() {
    return filter;
  }

  /** The hub delivers from now on: sends full state. */
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

  /** The hub delivers from now on: sends what has changed since {@code token}, or full state. */
  void resume(Token token) {
    if (phase != Phase.WAITING) {
      return;
    }
    phase = Phase.SYNCING;
    resuming = true;
    reader.resume(this, token);
  }

  /** What has changed since the client's token was read. */
  void resumed(Changes changes) {
    if (isClosed()) {
      return;
    }
    if (changes instanceof Changes.TooMany) {
      shard.countStarted("rows");
      sendRows("so much has changed since the position that the rows are less");
      return;
    }
    shard.countStarted("resume");
    outbox.send(SseText.resume());
    changed(changes);
  }

  /** What has changed since an earlier part was read. */
  void changed(Changes changes) {
    if (changes instanceof Changes.Read part) {
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
   * A part was read.
   *
   * @param at the position of the snapshot that it was read from
   * @param reached how far the client is with it: {@code at}, if nothing is left to be read
   */
  void read(SitePosition at, List<Buffer> pages, Token reached) {
    if (isClosed()) {
      return;
    }
    for (Buffer page : pages) {
      outbox.send(page);
    }
    if (reached.covers(at.token())) {
      outbox.whenDrained(() -> synced(at));
    } else {
      outbox.whenDrained(() -> readOn(at, reached));
    }
  }

  /** The next part; it may bring what changed since the first one, again and again. */
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

  /** What is to be read does not fit into memory: a gate for its pages. */
  PageGate gate() {
    PageGate opened = new PageGate(shard, shard.bounds().stall(), new BigPages());
    gate = opened;
    return opened;
  }

  /** Sends pages as the connection takes them. */
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
    public void end(boolean complete) {
      gate = null;
      if (isClosed()) {
        return;
      }
      SitePosition all = at;
      if (complete && all != null) {
        outbox.whenDrained(() -> synced(all));
      } else {
        cut("stalled");
      }
    }
  }

  /** It can't be read now. */
  void failed(Throwable failure) {
    cut("the state can't be read now");
  }

  private void synced(SitePosition at) {
    if (isClosed()) {
      return;
    }
    if (missed) {
      passGoal = null;
      again(at.token());
      return;
    }
    phase = Phase.LIVE;
    syncedBatch = at.batch();
    syncedToken = at.text().toString();
    outbox.send(shard.liveEvent(at));
    Buffer stale = shard.stale();
    if (stale != null) {
      outbox.send(stale);
    }
    exchange.endPending();
    shard.countInitialState(resuming, exchange.acceptedNs());
    for (Chunk chunk : held) {
      take(chunk);
    }
    held.clear();
    heldBytes = 0;
  }

  private void again(Token since) {
    if (++passes > MAX_PASSES) {
      cut("too slow to catch up");
      return;
    }
    more(since);
  }

  private void more(Token since) {
    // A snapshot taken from now on has all that was delivered, and dropped, until now.
    missed = false;
    held.clear();
    heldBytes = 0;
    reader.changes(this, since);
  }

  /** The hub has something. */
  void deliver(List<Chunk> chunks) {
    for (Chunk chunk : chunks) {
      if (phase == Phase.LIVE) {
        take(chunk);
      } else if (!isClosed()) {
        hold(chunk);
      }
    }
  }

  private void hold(Chunk chunk) {
    heldBytes += chunk.bytes().length();
    if (heldBytes > shard.bounds().softBytes()) {
      missed = true;
      held.clear();
      heldBytes = 0;
    } else if (!missed) {
      held.add(chunk);
    }
  }

  /** Passes on what the snapshot did not have. */
  private void take(Chunk chunk) {
    if (chunk.end().batch() <= syncedBatch) {
      return;
    }
    Chunk news = chunk.isAfter(syncedBatch) ? chunk : SseText.without(chunk, syncedBatch);
    if (!isClosed() && outbox.send(news) == Outbox.Verdict.TOO_MUCH) {
      cut("too slow");
    }
  }

  /** Tells where the stream stands. */
  void heartbeat(Chunk heartbeat) {
    if (phase != Phase.LIVE) {
      return;
    }
    Chunk own = heartbeat;
    if (heartbeat.end().batch() < syncedBatch) {
      // The snapshot was newer than what the hub has delivered so far.
      own = SseText.heartbeatChunk(new Mark(syncedBatch, syncedToken, heartbeat.end().timeMs()));
    }
    if (outbox.send(own) == Outbox.Verdict.TOO_MUCH) {
      cut("too slow");
    }
  }

  /** Tells that what the client has may be out of date. */
  void stale(Buffer stale) {
    if (phase == Phase.LIVE) {
      outbox.send(stale);
    }
  }

  /** Cuts a client that takes nothing. */
  void check(long nowNs) {
    if (isClosed()) {
      return;
    }
    PageGate from = gate;
    long mostNs = from == null ? shard.bounds().stall().toNanos() : from.stallNs();
    if (outbox.stalledNs(nowNs) > mostNs) {
      cut("stalled");
    }
  }

  /** Ends the stream, saying why if the client can still hear it. */
  void cut(String reason) {
    cut(reason, reason);
  }

  /**
   * Ends the stream.
   *
   * @param reason what it is counted under: one of a few
   * @param inWords what the client is told, if it can still hear it
   */
  void cut(String reason, String inWords) {
    if (isClosed()) {
      return;
    }
    shard.countCut(reason);
    boolean heard = outbox.canSpeak();
    closed();
    if (heard) {
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
    if (gate != null) {
      gate.close();
    }
    exchange.endPending();
    shard.remove(this);
    whenClosed.run();
  }
}
