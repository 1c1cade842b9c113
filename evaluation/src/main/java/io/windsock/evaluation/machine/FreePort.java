package io.windsock.evaluation.machine;

import java.io.IOException;
import java.net.ServerSocket;

/** Finds ports for processes that have to be told theirs. */
public final class FreePort {
  private FreePort() {}

  /** Returns a port that no process listens on at the moment. */
  public static int find() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
