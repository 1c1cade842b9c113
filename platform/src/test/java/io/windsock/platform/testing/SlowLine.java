package io.windsock.platform.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A line to a server on loopback, which passes bytes on at a rate in each direction once it is
 * told. All connections share it.
 */
public final class SlowLine implements AutoCloseable {
  private static final int TURN_MS = 10;
  private static final int TURNS_PER_SECOND = 1_000 / TURN_MS;
  private static final int CHUNK_BYTES = 16 << 10;

  private final ServerSocket listening;
  private final int to;
  private final Direction there = new Direction();
  private final Direction back = new Direction();
  private final List<Socket> sockets = new ArrayList<>();
  private final ScheduledExecutorService turns =
      Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "slow-line-turns"));

  /** Begins a line to a port, as fast as loopback. */
  public SlowLine(int to) {
    this.to = to;
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void start(Runnable work) {
    daemon(work, "slow-line").start();
  }

  /** Returns the port of its near end. */
  public int port() {
    return listening.getLocalPort();
  }

  /** Returns the base URL of its near end. */
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Passes on so many bytes a second in each direction from now on. */
  public void limit(int bytesPerSecond) {
    int bytes = bytesPerSecond / TURNS_PER_SECOND;
    there.bytesPerTurn = bytes;
    back.bytesPerTurn = bytes;
    var unused =
        turns.scheduleAtFixedRate(
            () -> {
              there.turn();
              back.turn();
            },
            0,
            TURN_MS,
            TimeUnit.MILLISECONDS);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
        synchronized (sockets) {
          sockets.add(client);
          sockets.add(server);
        }
        start(() -> copy(client, server, there));
        start(() -> copy(server, client, back));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private static void copy(Socket from, Socket into, Direction direction) {
    byte[] bytes = new byte[CHUNK_BYTES];
    try (from;
        into) {
      InputStream in = from.getInputStream();
      OutputStream out = into.getOutputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        for (int at = 0; at < read; ) {
          int passed = direction.pass(read - at);
          out.write(bytes, at, passed);
          at += passed;
        }
      }
    } catch (IOException e) {
      // closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The bytes that may pass in one direction. */
  private static final class Direction {
    private final Semaphore budget = new Semaphore(0, true);
    private volatile int bytesPerTurn = Integer.MAX_VALUE;

    void turn() {
      if (budget.availablePermits() < bytesPerTurn) {
        budget.release(bytesPerTurn);
      }
    }

    /** Waits until some bytes may pass, and returns how many of so many do. */
    int pass(int bytes) throws InterruptedException {
      int most = bytesPerTurn;
      if (most == Integer.MAX_VALUE) {
        return bytes;
      }
      int passed = Math.min(bytes, most);
      budget.acquire(passed);
      return passed;
    }
  }

  @Override
  public void close() {
    turns.shutdownNow();
    try {
      listening.close();
      synchronized (sockets) {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
