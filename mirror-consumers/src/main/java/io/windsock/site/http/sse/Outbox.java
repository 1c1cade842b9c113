package io.windsock.site.http.sse;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.platform.http.Progress;
import io.windsock.site.event.Chunk;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * One client's unsent bytes. Owned by its event loop.
 *
 * <pre>
 *  empty ──connection full──▶ queue ──over the soft bound──▶ backlog, by key ──over the hard──▶ cut
 *    ▲                          │                              │
 *    └──────── drained ─────────┴──────────────────────────────┘
 * </pre>
 */
final class Outbox {
  /** The result of an offer. */
  enum Verdict {
    /** Sent or queued. */
    TAKEN,
    /** The client's bound on unsent bytes is exceeded. */
    TOO_MUCH
  }

  /** Bytes to send. The chunk is set if they may be conflated. */
  private record Item(Buffer bytes, @Nullable Chunk chunk) {}

  private final HttpServerResponse response;
  private final Progress progress;
  private final OutboxLimits limits;
  private final ArrayDeque<Item> queue = new ArrayDeque<>();
  private long queuedBytes;
  private @Nullable Backlog backlog;
  private long accounted;
  private @Nullable Runnable whenDrained;
  private boolean draining;

  Outbox(HttpServerResponse response, Progress progress, OutboxLimits limits) {
    this.response = response;
    this.progress = progress;
    this.limits = limits;
    response.drainHandler(v -> drain());
  }

  /** Sends bytes that can't be conflated, such as a page, after everything before it. */
  void send(Buffer bytes) {
    offer(new Item(bytes, null));
  }

  /** Sends a chunk, at once, later or conflated. */
  Verdict send(Chunk chunk) {
    if (backlog != null) {
      backlog.add(chunk.events(), chunk.end());
    } else {
      offer(new Item(chunk.bytes(), chunk));
      if (queuedBytes > limits.softBytes()) {
        conflate();
      }
    }
    account();
    boolean fits = unsentBytes() <= limits.hardBytes() && limits.fits();
    return fits || unsentBytes() <= limits.softBytes() ? Verdict.TAKEN : Verdict.TOO_MUCH;
  }

  private void offer(Item item) {
    if (queue.isEmpty() && !full()) {
      write(item.bytes());
    } else {
      queue.add(item);
      queuedBytes += item.bytes().length();
    }
  }

  private void write(Buffer bytes) {
    limits.wrote(bytes.length());
    response.write(bytes);
  }

  private boolean full() {
    return response.writeQueueFull();
  }

  /** Moves the queued chunks into a backlog. */
  private void conflate() {
    Backlog latest = new Backlog();
    Iterator<Item> items = queue.iterator();
    while (items.hasNext()) {
      Item item = items.next();
      Chunk chunk = item.chunk();
      if (chunk != null) {
        items.remove();
        queuedBytes -= item.bytes().length();
        latest.add(chunk.events(), chunk.end());
      }
    }
    backlog = latest;
  }

  private void drain() {
    if (draining) {
      return; // a write may synchronously report room
    }
    draining = true;
    try {
      drainQueue();
      drainBacklog();
    } finally {
      draining = false;
    }
    account();
    Runnable then = whenDrained;
    if (then != null && isDrained()) {
      whenDrained = null;
      then.run();
    }
  }

  private void drainQueue() {
    while (!queue.isEmpty() && !full()) {
      Item item = queue.remove();
      queuedBytes -= item.bytes().length();
      write(item.bytes());
    }
  }

  private void drainBacklog() {
    Backlog latest = backlog;
    while (latest != null && queue.isEmpty() && !full()) {
      write(latest.next());
      if (latest.isEmpty()) {
        account();
        backlog = null;
        latest = null;
      }
    }
  }

  /** Runs {@code then} once everything was handed to the connection and it has room. */
  void whenDrained(Runnable then) {
    if (isDrained()) {
      then.run();
    } else {
      whenDrained = then;
    }
  }

  /** Whether everything was handed to the connection, which has room for more. */
  boolean isDrained() {
    return queue.isEmpty() && backlog == null && !full();
  }

  /**
   * How long the client has taken no data although some is waiting, ns.
   *
   * @param nowNs of a {@link io.windsock.platform.http.WatchedTime}
   */
  long stalledNs(long nowNs) {
    long stalledNs = progress.stalledNs(nowNs);
    return full() ? stalledNs : 0;
  }

  private long unsentBytes() {
    return queuedBytes + (backlog == null ? 0 : backlog.bytes());
  }

  private void account() {
    long now = unsentBytes();
    limits.unsent(now - accounted, backlog == null ? 0 : backlog.takeReplaced());
    accounted = now;
  }

  /** Discards all unsent bytes. */
  void close() {
    queue.clear();
    queuedBytes = 0;
    backlog = null;
    whenDrained = null;
    account();
  }
}
