package io.windsock.testbed.fault;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.function.Supplier;

/**
 * One connection between a client, such as a gateway or a link's sender, and a server, such as a
 * site or a link's receiver. Owned by its event loop.
 */
final class Relay {
  private final NetSocket client;
  private final NetSocket server;
  private final Supplier<LinkFault> fault;
  private final GarbledFrames frames;
  private final DelayedPath toClient;
  private final DelayedPath toServer;

  Relay(Vertx vertx, NetSocket client, NetSocket server, Supplier<LinkFault> fault, long seed) {
    this.client = client;
    this.server = server;
    this.fault = fault;
    frames = new GarbledFrames(seed);
    toClient = new DelayedPath(vertx, server, client);
    toServer = new DelayedPath(vertx, client, server);
  }

  /** Begins to relay; the client's socket was paused. */
  void start() {
    client.handler(this::called).exceptionHandler(e -> {}).closeHandler(v -> server.close());
    server.handler(this::answered).exceptionHandler(e -> {}).closeHandler(v -> client.close());
    client.resume();
  }

  private void called(Buffer data) {
    toServer.send(data.getBytes(), fault.get().toServer());
  }

  private void answered(Buffer data) {
    LinkFault now = fault.get();
    byte[] bytes = data.getBytes();
    frames.follow(bytes, now.garbled());
    toClient.send(bytes, now.toClient());
  }
}
