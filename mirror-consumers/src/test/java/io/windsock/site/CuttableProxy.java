package io.windsock.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes bytes between a broker and its clients, until it is cut: then connections stay open and
 * nothing comes through any more, as where a network fails.
 */
final class CuttableProxy implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 10;
  private static final long LOOK_MS = 10;

  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile int target;
  private volatile boolean cut;
  private volatile boolean closed;

  CuttableProxy() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Where it passes bytes to from now on. */
  void target(int port) {
    target = port;
  }

  /** Nothing comes through until {@link #heal}. */
  void cut() {
    cut = true;
  }

  void heal() {
    cut = false;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = server.accept();
        sockets.add(client);
        connect(client);
      } catch (IOException e) {
        // The proxy's end.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    try {
      Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(broker);
      start(() -> pass(client, broker));
      start(() -> pass(broker, client));
    } catch (IOException e) {
      client.close(); // as a port at which nobody listens would have
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] bytes = new byte[CHUNK_BYTES];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        awaitHealed();
        out.write(bytes, 0, read);
      }
    } catch (IOException e) {
      // One side has closed it; the other is told by the close.
    }
  }

  private void awaitHealed() throws IOException {
    try {
      while (cut && !closed) {
        Thread.sleep(LOOK_MS);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
