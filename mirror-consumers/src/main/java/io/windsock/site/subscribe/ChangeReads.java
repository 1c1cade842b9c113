package io.windsock.site.subscribe;

import io.windsock.contracts.position.Token;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Refusal;
import io.windsock.site.query.Filter;
import io.windsock.site.query.ViewCache;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.KeptPages;
import io.windsock.site.serve.RowWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads of changes, each shared by all clients that wait for it. Any thread may ask.
 *
 * <pre>
 *  asked ──same filter, about as far back──▶ a read that waits: joins it
 *    └────none such waits─────────────────▶ a read of its own ──room, worker──▶ told to all
 * </pre>
 *
 * <p>No client joins a read that has begun: its snapshot may lack a batch that the hub delivered
 * before the client was registered. Clients that resume together share a read from the oldest of
 * their positions. One of them may receive a key again whose row it has, which is harmless.
 */
public final class ChangeReads {
  /** The approximate bytes read at once. The rest is read after the client has taken them. */
  public static final int PART_BYTES = 256 << 10;

  /**
   * Key that determines which clients share a read.
   *
   * @param exactly the position; null if positions with the same doublings may share the read
   * @param doublings the bit length of the number of offsets to go back
   */
  private record Group(Filter filter, @Nullable Token exactly, int doublings) {}

  /** A read that waits for room and a worker. Guarded by the lock on {@link #waiting}. */
  private static final class Waiting {
    private final List<Consumer<Changes>> takers = new ArrayList<>(1);
    private Token since;

    Waiting(Token since) {
      this.since = since;
    }
  }

  private final Workers workers;
  private final ThreadLocal<RowWriter> writers;
  private final ChangeEncoder encoder;
  private final ViewCache views;
  private final CurrentPosition position;
  private final PartRoom room;
  private final Map<Group, Waiting> waiting = new HashMap<>();

  /**
   * Creates the reads of a site.
   *
   * @param partBytes bytes read and not yet sent at which the next read waits
   */
  public ChangeReads(
      Workers workers,
      ThreadLocal<RowWriter> writers,
      ChangeEncoder encoder,
      ViewCache views,
      CurrentPosition position,
      long partBytes) {
    this.workers = workers;
    this.writers = writers;
    this.encoder = encoder;
    this.views = views;
    this.position = position;
    room = new PartRoom(partBytes);
  }

  /** Whether reads wait because too much that was read has not been sent. */
  public boolean areCrowded() {
    return room.isCrowded();
  }

  /**
   * Reads the changes since {@code token}, or since a slightly earlier position, for a new client.
   *
   * @param taker receives the result, on any thread
   */
  public void begin(Filter filter, Token token, Consumer<Changes> taker) {
    Group group =
        filter.key() == null
            ? new Group(filter, null, doublings(token))
            : new Group(filter, token, 0);
    read(group, token, taker);
  }

  /**
   * Reads the changes since {@code token} for a client that has begun. The result is never {@link
   * Changes.TooMany}.
   *
   * @param taker receives the result, on any thread
   */
  public void more(Filter filter, Token token, Consumer<Changes> taker) {
    read(new Group(filter, token, 0), token, taker);
  }

  private int doublings(Token token) {
    Token now = position.get().token();
    long back = 0;
    for (int p = 0; p < token.partitions(); p++) {
      back += Math.max(0, now.next(p) - token.next(p));
    }
    return Long.SIZE - Long.numberOfLeadingZeros(back);
  }

  private void read(Group group, Token token, Consumer<Changes> taker) {
    synchronized (waiting) {
      Waiting other = waiting.get(group);
      if (other != null) {
        other.since = oldest(other.since, token);
        other.takers.add(taker);
        return;
      }
      Waiting mine = new Waiting(token);
      mine.takers.add(taker);
      waiting.put(group, mine);
    }
    room.whenFree(() -> start(group));
  }

  /** Gives a read to the workers; returns whether they took it. */
  private boolean start(Group group) {
    try {
      workers.scan(() -> read(group));
      return true;
    } catch (Refusal refusal) {
      Changes.Failed failed = new Changes.Failed(refusal);
      begin(group).takers.forEach(taker -> taker.accept(failed));
      return false;
    }
  }

  private static Token oldest(Token one, Token other) {
    if (one.covers(other)) {
      return other;
    }
    long[] next = one.offsets();
    for (int p = 0; p < next.length; p++) {
      next[p] = Math.min(next[p], other.next(p));
    }
    return new Token(one.epoch(), next);
  }

  /** Takes a read from those that wait, so that no further client joins it. */
  private Waiting begin(Group group) {
    synchronized (waiting) {
      Waiting begun = waiting.remove(group);
      if (begun == null) {
        throw new IllegalStateException("a read without clients: " + group);
      }
      return begun;
    }
  }

  private void read(Group group) {
    Waiting begun = begin(group);
    KeptPages kept = new KeptPages(PART_BYTES);
    Changes changes;
    try {
      Token reached =
          encoder.changes(
              group.filter(), begun.since, group.exactly() == null, writers.get(), kept);
      changes = told(group, begun, kept, reached);
    } catch (RuntimeException e) {
      room.ended(0, 0);
      changes = new Changes.Failed(e);
    }
    for (Consumer<Changes> taker : begun.takers) {
      taker.accept(changes);
    }
    if (changes instanceof Changes.Failed failed) {
      throw failed.cause(); // already logged by the workers
    }
  }

  private Changes told(Group group, Waiting begun, KeptPages kept, @Nullable Token reached) {
    if (reached == null) {
      views.rowsCostLess(group.filter().viewGroup(), begun.since);
      room.ended(0, 0);
      return new Changes.TooMany();
    }
    PartRoom.Lease lease = room.ended(kept.size(), begun.takers.size());
    return new Changes.Read(kept.at(), kept.pages(), reached, lease::release);
  }
}
