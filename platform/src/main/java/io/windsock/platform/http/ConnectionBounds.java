package io.windsock.platform.http;

import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.util.List;

/**
 * Bounds of connections and requests.
 *
 * <p>How slow a client may be follows from {@link #UNSEEN_BYTES} and the time that it may appear to
 * take nothing: one that reads faster than the one divided by the other is never cut.
 *
 * @param max connections open at once
 * @param maxUriBytes length of a request's target
 * @param maxHeaderBytes length of all of a request's headers
 * @param idle how long a connection may lie idle between requests
 * @param stall how long a client may take nothing of an answer
 * @param arrival how long a request may take to arrive, from its first byte to its body's last
 * @param sendBufferBytes the kernel's buffer for each connection's unsent bytes; the larger, the
 *     more a client reads before the server sees it
 */
public record ConnectionBounds(
    int max,
    int maxUriBytes,
    int maxHeaderBytes,
    Duration idle,
    Duration stall,
    Duration arrival,
    int sendBufferBytes) {
  private static final int MAX_TOLD = 100;

  /**
   * What a client may read before the server sees any of it. The kernel asks for more only once a
   * third of its send buffer is free, and the client's kernel opens its window only once most of
   * its receive buffer is. With the buffers as shipped and Linux's default receive buffer, 131 KB
   * were measured at the most; with four times that receive buffer, 330 KB.
   */
  public static final int UNSEEN_BYTES = 160 << 10;

  /** As shipped. */
  public static ConnectionBounds standard() {
    return new ConnectionBounds(
        20_000,
        8192,
        16_384,
        Duration.ofSeconds(30),
        Duration.ofSeconds(40),
        Duration.ofSeconds(15),
        64 << 10);
  }

  /**
   * What a client must take a second so that it never appears to take nothing for {@code stall}.
   */
  public static long slowestBytesPerSecond(Duration stall) {
    return UNSEEN_BYTES * 1000L / stall.toMillis();
  }

  /** Beyond {@link #max}, so many are still told that it is reached, before any is shut. */
  int told() {
    return Math.min(MAX_TOLD, max);
  }

  /** These bounds, with so few connections that, with those told, they need no more files. */
  ConnectionBounds within(long files) {
    long room = Math.max(1, Math.max(files - MAX_TOLD, files / 2));
    return room >= max
        ? this
        : new ConnectionBounds(
            (int) room, maxUriBytes, maxHeaderBytes, idle, stall, arrival, sendBufferBytes);
  }

  void check(List<Fault> faults) {
    HttpConfig.positive(faults, "connections.max", max);
    HttpConfig.positive(faults, "connections.maxUriBytes", maxUriBytes);
    HttpConfig.positive(faults, "connections.maxHeaderBytes", maxHeaderBytes);
    HttpConfig.positive(faults, "connections.idle", idle);
    HttpConfig.positive(faults, "connections.stall", stall);
    HttpConfig.positive(faults, "connections.arrival", arrival);
    HttpConfig.positive(faults, "connections.sendBufferBytes", sendBufferBytes);
  }
}
