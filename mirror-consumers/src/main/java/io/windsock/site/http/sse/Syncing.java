package io.windsock.site.http.sse;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.Exchange;
import io.windsock.site.event.Chunk;
import io.windsock.site.event.SseText;
import io.windsock.site.query.Filter;
import io.windsock.site.serve.PageGate;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.subscribe.Changes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a stream's client gets its initial state. Owned by the stream's event loop.
 *
 * <pre>
 *  rows, or changes since a token ──▶ a part ──sent──▶ is it all? ──▶ was too much missed? ──▶ live
 *                                        ▲                │ no              │ yes
 *                                        └──── changes since what was sent ◀┘
 * </pre>
 *
 * <p>Meanwhile, the hub's deliveries are held up to a bound. Beyond that they are dropped, and the
 * changes since the snapshot are read from a newer one. So a client's memory is bounded, however
 * big the state and however slow the client.
 */
final class Syncing {
  /** The most rounds of catching up before a client is disconnected as too slow. */
  static final int MAX_PASSES = 50;

  private final Subscriber subscriber;
  private final Shard shard;
  private final Outbox outbox;
  private final StateReader reader;
  private final HeldChunks held;
  private boolean resuming;
  private int passes;
  private @Nullable SitePosition passGoal;
  private @Nullable PageGate gate;
  private @Nullable Runnable taken;

  /**
   * Creates it for a stream.
   *
   * @param outbox the stream's
   */
  Syncing(Subscriber subscriber, Shard shard, Outbox outbox, StateReader reader) {
    this.subscriber = subscriber;
    this.shard = shard;
    this.outbox = outbox;
    this.reader = reader;
    held = new HeldChunks(shard.bounds().softBytes());
  }

  Filter filter() {
    return subscriber.filter();
  }

  Exchange exchange() {
    return subscriber.exchange();
  }

  /** Whether the stream has ended, so that nothing needs to be read for it. */
  boolean isOver() {
    return subscriber.isClosed();
  }

  /** Starts with the full state. */
  void reset(String reason) {
    shard.countStarted("reset");
    sendRows(reason);
  }

  private void sendRows(String reason) {
    outbox.send(SseText.reset(reason));
    reader.rows(this);
  }

  /** Starts with the changes since {@code token}, or the full state. */
  void resume(Token token) {
    resuming = true;
    reader.resume(this, token);
  }

  /** Receives the changes since the client's token. */
  void resumed(Changes changes) {
    if (isOver()) {
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
    if (isOver()) {
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

  /**
   * Receives a part.
   *
   * @param at the position of the snapshot that was read
   * @param reached the position the client has reached with it: {@code at} if nothing is left to
   *     read
   */
  void read(SitePosition at, List<Buffer> pages, Token reached) {
    if (isOver()) {
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
    if (isOver()) {
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

  private void again(Token since) {
    if (++passes > MAX_PASSES) {
      subscriber.cut("too slow to catch up");
      return;
    }
    more(since);
  }

  private void more(Token since) {
    // A snapshot taken from now on contains everything that was dropped until now.
    held.clear();
    reader.changes(this, since);
  }

  private void synced(SitePosition at) {
    if (isOver()) {
      return;
    }
    if (held.dropped()) {
      passGoal = null;
      again(at.token());
      return;
    }
    subscriber.live(at, resuming, held.take());
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
      if (isOver() || from == null) {
        return;
      }
      outbox.send(page);
      outbox.whenDrained(from::taken);
    }

    @Override
    public void end(PageGate.Outcome outcome) {
      gate = null;
      if (isOver()) {
        return;
      }
      SitePosition all = at;
      if (outcome == PageGate.Outcome.COMPLETE && all != null) {
        outbox.whenDrained(() -> synced(all));
      } else if (outcome == PageGate.Outcome.STOPPED) {
        subscriber.cut("stalled");
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
    subscriber.cut("the state can't be read now");
  }

  /** Holds a delivery of the hub until the client is live, or drops it. */
  void hold(Chunk chunk) {
    held.add(chunk);
  }

  /** How long the client may take no data now, ns: not as long if others wait for it. */
  long mostStallNs() {
    PageGate from = gate;
    if (from != null) {
      return from.stallNs();
    }
    boolean hurry = taken != null && reader.isCrowded();
    return PageGate.stallNs(shard.bounds().stall(), hurry);
  }

  /** Forgets and releases everything that is held. The stream has ended. */
  void close() {
    held.clear();
    releasePart();
    if (gate != null) {
      gate.close();
    }
  }
}
