package io.windsock.platform.http;

import io.windsock.contracts.config.ConfigCheck;
import java.time.Duration;

/**
 * Bounds of connections and requests.
 *
 * <p>The slowest client that is never disconnected follows from {@link #UNSEEN_BYTES} and {@code
 * stall}: a client that reads faster than the first divided by the second always shows progress.
 *
 * @param max connections open at once
 * @param maxUriBytes the length of a request's target
 * @param maxHeaderBytes the length of all of a request's headers
 * @param idle how long a connection may be idle between requests
 * @param stall how long a client may read nothing of an answer
 * @param arrival how long a request may take to arrive, from its first byte to the last of its body
 * @param sendBufferBytes the kernel's buffer for each connection's unsent bytes; the larger it is,
 *     the more a client reads before the server sees progress
 */
public record ConnectionBounds(
    int max,
    int maxUriBytes,
    int maxHeaderBytes,
    Duration idle,
    Duration stall,
    Duration arrival,
    int sendBufferBytes) {
  private static final int MAX_REFUSED = 100;

  /**
   * The number of bytes that a client may read before the server sees any progress. The kernel asks
   * for more only once a third of its send buffer is free, and the client's kernel opens its window
   * only once most of its receive buffer is free. With the default buffers and Linux's default
   * receive buffer, at most 131 KB were measured; with four times that receive buffer, 330 KB.
   */
  public static final int UNSEEN_BYTES = 160 << 10;

  /** Returns the default bounds. */
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

  /** Returns the read rate above which a client never appears to stall for {@code stall}. */
  public static long slowestBytesPerSecond(Duration stall) {
    return UNSEEN_BYTES * 1000L / stall.toMillis();
  }

  /**
   * Returns how many connections beyond {@link #max} receive an error before the server closes
   * further ones without a response.
   */
  int refused() {
    return Math.min(MAX_REFUSED, max);
  }

  /**
   * Returns these bounds, with the connections reduced so that they and the refused ones need at
   * most {@code files} files.
   */
  ConnectionBounds within(long files) {
    long room = Math.max(1, Math.max(files - MAX_REFUSED, files / 2));
    return room >= max
        ? this
        : new ConnectionBounds(
            (int) room, maxUriBytes, maxHeaderBytes, idle, stall, arrival, sendBufferBytes);
  }

  void check(ConfigCheck check) {
    check.positive("connections.max", max);
    check.positive("connections.maxUriBytes", maxUriBytes);
    check.positive("connections.maxHeaderBytes", maxHeaderBytes);
    check.positive("connections.idle", idle);
    check.positive("connections.stall", stall);
    check.positive("connections.arrival", arrival);
    check.positive("connections.sendBufferBytes", sendBufferBytes);
  }
}
