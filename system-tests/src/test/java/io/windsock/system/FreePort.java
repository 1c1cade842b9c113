package io.windsock.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 that nobody listens on, below those that systems give to outgoing connections:
 * none of these can take one while its process is down.
 */
public final class FreePort {
  /** Which of the test processes this is, from 1; each has ports of its own. */
  private static final int FORK = Integer.getInteger("windsock.fork", 1);

  private static final int PORTS = 2_500;
  private static final int FIRST = 20_000 + (FORK - 1) % 4 * PORTS;
  private static final int LAST = FIRST + PORTS;
  private static final int TRIES = 100;

  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePort() {}

  /** One of them, at random; none twice, as who asked first may not listen yet. */
  public static int any() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (!GIVEN.add(port)) {
        continue;
      }
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // taken: another one
      }
    }
    throw new IllegalStateException("no free port from " + FIRST + " to " + LAST);
  }
}
