package io.windsock.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports for demos. */
final class FreePorts {
  private FreePorts() {}

  /**
   * Returns the first of so many free ports in a row; those 1000 above are free, too, for links.
   */
  static int inARow(int count) throws IOException {
    for (int tries = 0; tries < 100; tries++) {
      int first = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      List<ServerSocket> taken = new ArrayList<>();
      try {
        for (int port = first; port < first + count; port++) {
          taken.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
          taken.add(new ServerSocket(port + 1_000, 1, InetAddress.getLoopbackAddress()));
        }
        return first;
      } catch (BindException e) {
        // another place, then
      } finally {
        for (ServerSocket socket : taken) {
          socket.close();
        }
      }
    }
    throw new IOException("no " + count + " free ports in a row");
  }
}
