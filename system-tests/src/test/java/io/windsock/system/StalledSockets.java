package io.windsock.system;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that subscribe, and read nothing of the answer, or nothing after its {@code live}.
 * One thread owns them.
 */
final class StalledSockets implements AutoCloseable {
  private static final int RECEIVE_BYTES = 64 << 10;

  private final List<SocketChannel> sockets = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10);

  /** Reads nothing at all. */
  void open(String site, String target) throws IOException {
    connect(site, target).configureBlocking(false);
  }

  /** Reads until the updates begin. */
  void openLive(String site, String target) throws IOException {
    SocketChannel socket = connect(site, target);
    StringBuilder text = new StringBuilder();
    int from = 0;
    while (text.indexOf("event: live", from) < 0) {
      from = Math.max(0, text.length() - 16);
      buffer.clear();
      if (socket.read(buffer) < 0) {
        throw new IOException("ended before its updates began: " + text);
      }
      text.append(StandardCharsets.US_ASCII.decode(buffer.flip()));
    }
    socket.configureBlocking(false);
  }

  private SocketChannel connect(String site, String target) throws IOException {
    URI uri = URI.create(site);
    SocketChannel socket = SocketChannel.open();
    sockets.add(socket);
    socket.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
    socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
    String request = "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(target, uri.getAuthority());
    socket.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    return socket;
  }

  /** Reads what the kernel still has for them; whether each has come to its end. */
  boolean areEnded() throws IOException {
    for (SocketChannel socket : List.copyOf(sockets)) {
      if (isEnded(socket)) {
        socket.close();
        sockets.remove(socket);
      }
    }
    return sockets.isEmpty();
  }

  private boolean isEnded(SocketChannel socket) {
    try {
      int read;
      do {
        buffer.clear();
        read = socket.read(buffer);
      } while (read > 0);
      return read < 0;
    } catch (IOException e) {
      return true; // reset
    }
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel socket : sockets) {
      socket.close();
    }
  }
}
