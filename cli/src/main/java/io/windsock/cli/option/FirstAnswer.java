package io.windsock.cli.option;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a cluster's first response: briefly where no broker accepts a connection, as at a wrong
 * address; longer where one does, as a broker on a heavily loaded machine.
 */
final class FirstAnswer {
  private static final Logger LOG = LoggerFactory.getLogger(FirstAnswer.class);
  private static final int CONNECT_MS = 2_000;

  private final String servers;
  private final long absentMs;
  private final long busyMs;

  /**
   * Creates a wait for one cluster.
   *
   * @param servers its brokers, HOST:PORT, separated by commas
   * @param absentMs how long to wait if none of them accepts a connection
   * @param busyMs how long to wait if one does; at least {@code absentMs}
   */
  FirstAnswer(String servers, long absentMs, long busyMs) {
    this.servers = servers;
    this.absentMs = absentMs;
    this.busyMs = busyMs;
  }

  /**
   * Returns the response.
   *
   * @throws TimeoutException if there is no response in time
   * @throws ExecutionException if the cluster rejects the request, or the client has given up
   */
  <T> T await(Future<T> answer) throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return answer.get(absentMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      if (!taken()) {
        throw e;
      }
      LOG.warn(
          "something accepts connections at {}, but no Kafka broker has answered for {} s; waiting"
              + " {} s more",
          servers,
          absentMs / 1000,
          (busyMs - absentMs) / 1000);
      return answer.get(busyMs - absentMs, TimeUnit.MILLISECONDS);
    }
  }

  private boolean taken() {
    for (String server : servers.split(",", -1)) {
      if (taken(server.strip())) {
        return true;
      }
    }
    return false;
  }

  private static boolean taken(String server) {
    int colon = server.lastIndexOf(':');
    if (colon < 0) {
      return false;
    }
    try (Socket socket = new Socket()) {
      int port = Integer.parseInt(server.substring(colon + 1));
      socket.connect(new InetSocketAddress(host(server.substring(0, colon)), port), CONNECT_MS);
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the host without the scheme and the brackets that Kafka's clients accept. */
  private static String host(String text) {
    return text.substring(text.lastIndexOf('/') + 1).replace("[", "").replace("]", "");
  }
}
