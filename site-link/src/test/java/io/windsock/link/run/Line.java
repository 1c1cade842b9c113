package io.windsock.link.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The line between the sites: passes bytes, can be cut or held, and keeps what passed first. */
public final class Line implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 10;
  private static final int KEPT_BYTES = 16 << 20;

  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final AtomicLong passed = new AtomicLong();
  private final Object gate = new Object();
  private volatile int target;
  private volatile long delayMs;

  /** Guarded by {@code gate}. */
  private boolean held;

  public Line(int target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Holds what passes for this long, in either direction. */
  void delay(long ms) {
    delayMs = ms;
  }

  public void target(int port) {
    target = port;
  }

  /** The bytes that have passed, in both directions. */
  public long passed() {
    return passed.get();
  }

  /** Breaks every connection. */
  public void cut() {
    for (Socket socket : sockets) {
      try (socket) {
        socket.setSoLinger(true, 0); // a reset, not an end
      } catch (IOException e) {
        // It was closed before.
      }
    }
    sockets.clear();
  }

  /** Passes nothing from now on; connections stay, and more are accepted. */
  public void hold() {
    synchronized (gate) {
      held = true;
    }
  }

  /** Passes what it was given while it was held, and what comes. */
  public void release() {
    synchronized (gate) {
      held = false;
      gate.notifyAll();
    }
  }

  private void awaitRelease() throws IOException {
    synchronized (gate) {
      while (held) {
        try {
          gate.wait();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }
  }

  /** Whether a text was among what passed first. */
  public boolean showed(String text) {
    synchronized (kept) {
      return kept.toString(StandardCharsets.ISO_8859_1).contains(text);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "line");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        try {
          Socket receiver = new Socket(InetAddress.getLoopbackAddress(), target);
          sockets.add(client);
          sockets.add(receiver);
          start(() -> pass(client, receiver));
          start(() -> pass(receiver, client));
        } catch (IOException e) {
          client.close(); // as a port at which nobody listens would have
        }
      } catch (IOException e) {
        // The line's end.
      }
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] bytes = new byte[CHUNK_BYTES];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        awaitRelease();
        passed.addAndGet(read);
        keep(bytes, read);
        TimeUnit.MILLISECONDS.sleep(delayMs);
        out.write(bytes, 0, read);
      }
    } catch (IOException e) {
      // One side has closed it, or it was cut.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keep(byte[] bytes, int length) {
    synchronized (kept) {
      if (kept.size() < KEPT_BYTES) {
        kept.write(bytes, 0, length);
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
    release();
  }
}
