package io.windsock.embedded;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The broker's two listening sockets, bound on 127.0.0.1 before Kafka starts. KRaft must know its
 * controller's port in advance; binding the sockets first and passing them on prevents another
 * process from taking a port that was found free.
 */
final class LoopbackSockets implements ServerSocketFactory, AutoCloseable {
  private static final int BACKLOG = 128;

  private final ServerSocketChannel client;
  private final ServerSocketChannel controller;

  private LoopbackSockets(ServerSocketChannel client, ServerSocketChannel controller) {
    this.client = client;
    this.controller = controller;
  }

  /**
   * Binds both sockets.
   *
   * @param port the clients' port, 0 for any free one
   */
  static LoopbackSockets bind(int port) {
    ServerSocketChannel client = open(port);
    try {
      return new LoopbackSockets(client, open(0));
    } catch (RuntimeException e) {
      closeQuietly(client);
      throw e;
    }
  }

  private static ServerSocketChannel open(int port) {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel.bind(new InetSocketAddress(loopback(), port), BACKLOG);
        return channel;
      } catch (IOException e) {
        closeQuietly(channel);
        throw e;
      }
    } catch (BindException e) {
      throw new BrokerStartException(
          "port " + port + " on 127.0.0.1 is in use or not allowed: choose another, or 0 for any",
          e);
    } catch (IOException e) {
      throw new BrokerStartException(
          "can't listen on 127.0.0.1:" + port + ": " + e.getMessage(), e);
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
  }

  int clientPort() {
    return client.socket().getLocalPort();
  }

  int controllerPort() {
    return controller.socket().getLocalPort();
  }

  /** Returns the socket bound to the requested address; the acceptor closes it. */
  @Override
  public ServerSocketChannel openServerSocket(
      String listener, InetSocketAddress address, int backlog, int receiveBufferBytes)
      throws IOException {
    ServerSocketChannel bound = address.getPort() == clientPort() ? client : controller;
    bound.configureBlocking(false);
    return bound;
  }

  /** Closes the sockets that were not handed over; closing twice has no effect. */
  @Override
  public void close() {
    closeQuietly(client);
    closeQuietly(controller);
  }

  private static void closeQuietly(ServerSocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Failing to close a listening socket loses nothing of use.
    }
  }
}
