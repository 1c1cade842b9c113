package io.windsock.testbed.fault;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * One direction of a connection. Bytes arrive in their order, however the condition changes
 * meanwhile, and not before their time. Owned by the connection's event loop.
 */
final class DelayedPath {
  /** With a rate, bytes leave in segments of at most this size, so that the first need not wait. */
  private static final int SEGMENT_BYTES = 8 << 10;

  private final Vertx vertx;
  private final NetSocket from;
  private final NetSocket to;
  private final Deque<Held> held = new ArrayDeque<>();
  private PathCondition condition = new PathCondition(0, 0);
  private long heldBytes;

  /** When the line is free for the next byte. */
  private long freeNs = System.nanoTime();

  private long lastDueNs = freeNs;
  private boolean timed;

  /** Bytes that are to arrive at a time, in terms of {@link System#nanoTime}. */
  private record Held(long dueNs, Buffer data) {}

  DelayedPath(Vertx vertx, NetSocket from, NetSocket to) {
    this.vertx = vertx;
    this.from = from;
    this.to = to;
  }

  /** Takes bytes that {@code from} has sent. */
  void send(byte[] bytes, PathCondition now) {
    condition = now;
    long nowNs = System.nanoTime();
    Buffer all = Buffer.buffer(bytes);
    int step = now.kbitPerSecond() == 0 ? Math.max(1, bytes.length) : SEGMENT_BYTES;
    for (int begin = 0; begin < bytes.length; begin += step) {
      hold(all.getBuffer(begin, Math.min(bytes.length, begin + step)), nowNs);
    }
    if (heldBytes > condition.maxHeldBytes()) {
      from.pause();
    }
    deliver(nowNs);
  }

  private void hold(Buffer segment, long nowNs) {
    freeNs = later(freeNs, nowNs) + condition.leavingNs(segment.length());
    lastDueNs = later(lastDueNs, freeNs + condition.delayNs());
    held.add(new Held(lastDueNs, segment));
    heldBytes += segment.length();
  }

  private static long later(long oneNs, long otherNs) {
    return oneNs - otherNs > 0 ? oneNs : otherNs;
  }

  private void deliver(long nowNs) {
    while (!held.isEmpty() && held.getFirst().dueNs() - nowNs <= 0) {
      Buffer data = held.removeFirst().data();
      heldBytes -= data.length();
      to.write(data);
    }
    if (heldBytes <= condition.maxHeldBytes()) {
      from.resume();
    }
    if (!held.isEmpty() && !timed) {
      timed = true;
      long leftMs = TimeUnit.NANOSECONDS.toMillis(held.getFirst().dueNs() - nowNs);
      vertx.setTimer(leftMs + 1, timer -> due());
    }
  }

  private void due() {
    timed = false;
    deliver(System.nanoTime());
  }
}
