package io.windsock.system;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A connection on which little or nothing is sent: some bytes at first, then others again and
 * again, slowly. It notes when the server ends it. It has two threads of its own.
 */
final class SlowConnection implements AutoCloseable {
  private static final int MAX_BYTES = 1 << 20;

  /** What the server said until it ended the connection, and how long that took. */
  record Ending(String said, Duration after) {}

  private final Socket socket;
  private final long beganNs = System.nanoTime();
  private final CompletableFuture<Ending> ending = new CompletableFuture<>();

  /**
   * Opens a connection.
   *
   * @param first what is sent at once
   * @param then what is sent each {@code every}; empty: nothing
   */
  SlowConnection(int port, byte[] first, byte[] then, Duration every) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.getOutputStream().write(first);
    start(this::listen);
    if (then.length > 0) {
      start(() -> dribble(then, every));
    }
  }

  /** Sends nothing more, and leaves the connection open for what the server says. */
  SlowConnection halfClosed() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "slow-connection");
    thread.setDaemon(true);
    thread.start();
  }

  private void listen() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      byte[] bytes = new byte[4_096];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        said.write(bytes, 0, said.size() < MAX_BYTES ? read : 0);
      }
    } catch (IOException e) {
      // a reset is an end, too
    }
    Duration after = Duration.ofNanos(System.nanoTime() - beganNs);
    ending.complete(new Ending(said.toString(StandardCharsets.ISO_8859_1), after));
  }

  private void dribble(byte[] bytes, Duration every) {
    try {
      while (!ending.isDone()) {
        Thread.sleep(every.toMillis());
        socket.getOutputStream().write(bytes);
      }
    } catch (IOException e) {
      // the server has ended it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the server ends the connection. */
  Ending ending(Duration patience) {
    return ending.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
