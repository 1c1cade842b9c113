package io.windsock.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds ports of 127.0.0.1 for brokers and other servers that must be told theirs, or that stop and
 * come back. They are below the ports that systems give to outgoing connections and to servers that
 * ask for any port, so nobody else is given one while its server is down. Any thread may use it.
 */
public final class FreePort {
  /** The number of this process among test processes that run side by side, from 1. */
  private static final int FORK = Integer.getInteger("windsock.fork", 1);

  private static final int FORKS = 4;
  private static final int WAIT_SECONDS = 10;
  private static final int PORTS = 2_500;
  private static final int FIRST = 20_000 + (FORK - 1) % FORKS * PORTS;

  /** The ports tried so far, from a random one on: other processes may have the same number. */
  private static final AtomicInteger TRIED =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

  private FreePort() {}

  /**
   * Returns a port on which nobody listens. None is returned again soon, because the server that it
   * is for may not listen yet.
   *
   * @throws IllegalStateException if all are taken
   */
  public static int any() {
    for (int i = 0; i < PORTS; i++) {
      int port = FIRST + Math.floorMod(TRIED.getAndIncrement(), PORTS);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port from " + FIRST + " to " + (FIRST + PORTS - 1));
  }

  /**
   * Waits until nobody listens on a port. A server of Vert.x whose event loops live on still holds
   * its port when its close has completed: Java's selectors close a channel's socket only when its
   * event loop selects the next time.
   *
   * @throws IllegalStateException if somebody still does after 10 s
   */
  public static void awaitFree(int port) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (!isFree(port)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "port " + port + " is still taken after " + WAIT_SECONDS + " s");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false; // taken
    }
  }
}
