package io.windsock.service.http;

import io.windsock.contracts.config.Fault;
import java.time.Duration;
import java.util.List;

/**
 * Bounds of connections and requests.
 *
 * @param max connections open at once
 * @param maxUriBytes length of a request's target
 * @param maxHeaderBytes length of all of a request's headers
 * @param idle how long a connection may lie idle between requests, or take nothing of an answer
 * @param arrival how long a request may take to arrive, from its first byte to its body's last
 * @param sendBufferBytes the kernel's buffer for each connection's unsent bytes
 */
public record ConnectionBounds(
    int max,
    int maxUriBytes,
    int maxHeaderBytes,
    Duration idle,
    Duration arrival,
    int sendBufferBytes) {
  private static final int MAX_TOLD = 100;

  /** As shipped. */
  public static ConnectionBounds standard() {
    return new ConnectionBounds(
        20_000, 8192, 16_384, Duration.ofSeconds(30), Duration.ofSeconds(15), 256 << 10);
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
            (int) room, maxUriBytes, maxHeaderBytes, idle, arrival, sendBufferBytes);
  }

  void check(List<Fault> faults) {
    HttpConfig.positive(faults, "connections.max", max);
    HttpConfig.positive(faults, "connections.maxUriBytes", maxUriBytes);
    HttpConfig.positive(faults, "connections.maxHeaderBytes", maxHeaderBytes);
    HttpConfig.positive(faults, "connections.idle", idle);
    HttpConfig.positive(faults, "connections.arrival", arrival);
    HttpConfig.positive(faults, "connections.sendBufferBytes", sendBufferBytes);
  }
}
