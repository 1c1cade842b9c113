package io.windsock.platform.http;

import io.vertx.core.http.HttpConnection;

/**
 * Measures whether a client reads what its connection has for it, by the bytes that leave for the
 * kernel. This includes parts of a buffer, which Vert.x and Netty do not report. Newly queued bytes
 * count as progress too, so the measure is meant for a full connection. Its event loop owns it.
 */
public final class Progress {
  private final HttpConnection connection;
  private long unsent = Wire.NOTHING;
  private long sinceNs;

  Progress(HttpConnection connection) {
    this.connection = connection;
  }

  /**
   * Returns how long the connection has had bytes to send without sending any, ns. The precision
   * depends on the frequency of calls; the result is never too long.
   *
   * @param nowNs of a {@link WatchedTime}
   */
  public long stalledNs(long nowNs) {
    long now = Wire.unsent(connection);
    if (now == Wire.NOTHING || now != unsent) {
      unsent = now;
      sinceNs = nowNs;
    }
    return nowNs - sinceNs;
  }

  /** Returns whether the connection had bytes to send when last asked how long it had stalled. */
  boolean sending() {
    return unsent != Wire.NOTHING;
  }
}
