package io.windsock.cli.demo;

import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds ports on 127.0.0.1 that are currently free. */
final class Ports {
  private static final int STEP = 10;
  private static final int TRIES = 50;

  private Ports() {}

  /**
   * Returns {@code first} after checking the requested ports.
   *
   * @throws Failure if one of the {@code count} ports from {@code first} on is in use
   */
  static int required(int first, int count) {
    for (int port = first; port < first + count; port++) {
      if (!free(port)) {
        throw new Failure(
            "port "
                + port
                + " on 127.0.0.1 is in use: name another with --port, which takes "
                + count
                + " ports from there on");
      }
    }
    return first;
  }

  /**
   * Returns the port that an option requests; 0 is any free one.
   *
   * @throws Failure if it is in use
   */
  static int required(String option, int port) {
    if (port != 0 && !free(port)) {
      throw new Failure(
          "port "
              + port
              + " on 127.0.0.1 is in use: name another with "
              + option
              + ", or 0 for any");
    }
    return port;
  }

  /** Returns the first of {@code count} free ports, {@code preferred} if possible. */
  static int near(int preferred, int count) {
    for (int i = 0; i < TRIES; i++) {
      int first = preferred + i * STEP;
      if (allFree(first, count)) {
        return first;
      }
    }
    throw new Failure(
        "no " + count + " free ports in a row from " + preferred + " on: name some with --port");
  }

  static boolean allFree(int first, int count) {
    for (int port = first; port < first + count; port++) {
      if (!free(port)) {
        return false;
      }
    }
    return true;
  }

  static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
