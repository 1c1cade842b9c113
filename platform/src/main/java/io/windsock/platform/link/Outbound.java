package io.windsock.platform.link;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a stream: gathers calls or answers in a batch, and sends it when it is full
 * or at the next sweep. Owned by one event loop.
 *
 * <pre>
 *  nothing sent for an interval ──added──▶ sent at the end of this turn of the event loop
 *  else, under load             ──added──▶ sent at the sweep, an interval after the last batch
 *  batch is full                ──────────▶ sent at once
 *  pauseBytes on their way      ──────────▶ waits until the peer has taken some, batch by batch
 *  waitingBytes                 ──────────▶ refuses more
 * </pre>
 */
final class Outbound {
  private static final long NO_TIMER = -1;
  private static final long NS_PER_MS = 1_000_000;

  /** What gathers: a batch, or more while the peer takes nothing. Owned by the same event loop. */
  interface Batch {
    /** Returns the number of calls or answers, of all batches. */
    int items();

    /** Returns their bytes, without the batches' other fields. */
    int bytes();

    /** Returns whether there is nothing to send, not even a cancel. */
    boolean isEmpty();

    /** Returns what is first of it as one encoded batch: all of it, unless it is full. */
    List<ByteBuffer> take();

    /** Drops what has gathered. */
    void clear();
  }

  private final Context loop;
  private final LinkBounds bounds;
  private final long quietNs;
  private final Batch batch;
  private final Sweep sweep;
  private @Nullable WriteStream<Buffer> stream;
  private int unsent;
  private long sentNs;
  private long sweepNs;
  private long timer = NO_TIMER;
  private boolean soon;

  /**
   * Creates one without a stream.
   *
   * @param quietNs after how long without a batch a heartbeat is due
   * @param sweep how long they wait, of this one alone
   */
  Outbound(Context loop, LinkBounds bounds, long quietNs, Batch batch, Sweep sweep) {
    this.loop = loop;
    this.bounds = bounds;
    this.quietNs = quietNs;
    this.batch = batch;
    this.sweep = sweep;
    sentNs = System.nanoTime() - bounds.maxSweep().toNanos();
  }

  /** Sends to {@code to} from now on. */
  void open(WriteStream<Buffer> to) {
    stream = to;
    unsent = 0;
  }

  /** Drops what waits, and sends nothing any more. */
  void shut() {
    stream = null;
    cancelTimer();
    batch.clear();
  }

  /** Returns whether there is room; if not, nothing may be added to the batch. */
  boolean hasRoom() {
    return stream != null && unsent + batch.bytes() < bounds.waitingBytes();
  }

  /** Something was added to the batch. */
  void added() {
    while (mayGo() && isFull()) {
      send();
    }
    if (mayGo() && timer == NO_TIMER && !soon) {
      schedule(System.nanoTime());
    }
  }

  private boolean mayGo() {
    return stream != null && !batch.isEmpty() && !isPaused();
  }

  private boolean isFull() {
    return batch.items() >= bounds.batchItems() || batch.bytes() >= bounds.batchBytes();
  }

  private boolean isPaused() {
    return unsent >= bounds.pauseBytes();
  }

  private void schedule(long nowNs) {
    long waitNs = sentNs + sweep.intervalNs() - nowNs;
    if (waitNs <= 0) {
      soon = true;
      loop.runOnContext(v -> sweep(nowNs));
      return;
    }
    long waitMs = (waitNs + NS_PER_MS - 1) / NS_PER_MS;
    sweepNs = nowNs + waitMs * NS_PER_MS;
    timer = loop.owner().setTimer(waitMs, this::swept);
  }

  private void swept(long id) {
    if (id == timer) {
      timer = NO_TIMER;
      sweep(sweepNs);
    }
  }

  private void sweep(long dueNs) {
    soon = false;
    if (stream == null || batch.isEmpty()) {
      return;
    }
    boolean paused = isPaused();
    sweep.ran(System.nanoTime() - dueNs, paused);
    while (mayGo()) {
      send();
    }
  }

  /** Sends the batch, even an empty one, if a heartbeat is due. To be called at each tick. */
  void beat(long nowNs) {
    boolean quiet = nowNs - sentNs >= quietNs;
    if (stream != null && quiet && !isPaused()) {
      send();
    }
  }

  /** Sends all that has gathered now, unless there is nothing to send. */
  void flush() {
    while (stream != null && !batch.isEmpty()) {
      send();
    }
  }

  /** Sends a batch now, even an empty one. */
  void send() {
    WriteStream<Buffer> to = stream;
    if (to == null) {
      return;
    }
    cancelTimer();
    Buffer message = Frames.frame(batch.take());
    int size = message.length();
    unsent += size;
    sentNs = System.nanoTime();
    to.write(message).onComplete(done -> sent(to, size));
  }

  private void sent(WriteStream<Buffer> to, int size) {
    if (to != stream) {
      return;
    }
    unsent -= size;
    added();
  }

  private void cancelTimer() {
    if (timer != NO_TIMER) {
      loop.owner().cancelTimer(timer);
      timer = NO_TIMER;
    }
  }
}
