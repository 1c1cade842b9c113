package io.windsock.testbed.fault;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One connection between a gateway and a site. What the site sends arrives in its order, however
 * the fault changes meanwhile. Owned by its event loop.
 */
final class Relay {
  /** Beyond so many delayed bytes the site has to wait. */
  private static final int MAX_HELD_BYTES = 64 << 20;

  private final Vertx vertx;
  private final NetSocket gateway;
  private final NetSocket site;
  private final Supplier<LinkFault> fault;
  private final GarbledFrames frames;
  private final Deque<Held> held = new ArrayDeque<>();
  private long heldBytes;
  private long lastDueNs = System.nanoTime();
  private boolean timed;

  /** Bytes that are to arrive at a time, in terms of {@link System#nanoTime}. */
  private record Held(long dueNs, Buffer data) {}

  Relay(Vertx vertx, NetSocket gateway, NetSocket site, Supplier<LinkFault> fault, long seed) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.site = site;
    this.fault = fault;
    frames = new GarbledFrames(seed);
  }

  /** Begins to relay; the gateway's socket was paused. */
  void start() {
    gateway.handler(site::write).exceptionHandler(e -> {}).closeHandler(v -> site.close());
    site.handler(this::answered).exceptionHandler(e -> {}).closeHandler(v -> gateway.close());
    gateway.resume();
  }

  private void answered(Buffer data) {
    LinkFault now = fault.get();
    byte[] bytes = data.getBytes();
    frames.follow(bytes, now.garbled());
    long nowNs = System.nanoTime();
    long dueNs = nowNs + now.delayNs();
    lastDueNs = dueNs - lastDueNs > 0 ? dueNs : lastDueNs;
    held.add(new Held(lastDueNs, Buffer.buffer(bytes)));
    heldBytes += bytes.length;
    if (heldBytes > MAX_HELD_BYTES) {
      site.pause();
    }
    deliver(nowNs);
  }

  private void deliver(long nowNs) {
    while (!held.isEmpty() && held.getFirst().dueNs() - nowNs <= 0) {
      Buffer data = held.removeFirst().data();
      heldBytes -= data.length();
      gateway.write(data);
    }
    if (heldBytes <= MAX_HELD_BYTES) {
      site.resume();
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
