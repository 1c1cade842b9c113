package io.windsock.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Finds ports for demos: none twice, and others than the other test processes find. */
final class FreePorts {
  /** Which of the test processes this is, from 1. */
  private static final int FORK = Integer.getInteger("windsock.fork", 1);

  /** How far above a port that for its links is; ports are found within as many. */
  private static final int LINKS = 1_000;

  private static final int FIRST = 20_000 + (FORK - 1) % 5 * 2 * LINKS;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /**
   * Returns the first of so many free ports in a row; those 1000 above are free, too, for links.
   */
  static int inARow(int count) throws IOException {
    for (int tries = 0; tries < 100; tries++) {
      int first = ThreadLocalRandom.current().nextInt(FIRST, FIRST + LINKS - count);
      if (IntStream.range(first, first + count).allMatch(GIVEN::add) && areFree(first, count)) {
        return first;
      }
    }
    throw new IOException("no " + count + " free ports in a row");
  }

  private static boolean areFree(int first, int count) throws IOException {
    List<ServerSocket> taken = new ArrayList<>();
    try {
      for (int port = first; port < first + count; port++) {
        taken.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        taken.add(new ServerSocket(port + LINKS, 1, InetAddress.getLoopbackAddress()));
      }
      return true;
    } catch (BindException e) {
      return false; // another place, then
    } finally {
      for (ServerSocket socket : taken) {
        socket.close();
      }
    }
  }
}
