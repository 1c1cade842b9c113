package io.windsock.platform.http;

import io.vertx.core.http.HttpConnection;

/**
 * Whether a client takes what its connection has for it, judged by the bytes that leave for the
 * kernel: a part of a buffer counts, which Vert.x and Netty do not report. What comes to be sent
 * counts too, so it is meant for a connection that is full. Its event loop owns it.
 */
public final class Progress {
  private final HttpConnection connection;
  private long unsent = Wire.NOTHING;
  private long sinceNs;

  Progress(HttpConnection connection) {
    this.connection = connection;
  }

  /**
   * How long the connection has had something to send and none of it has left, ns; as exact as the
   * calls are frequent, and never too long.
   *
   * @param nowNs as {@link System#nanoTime}
   */
  public long stalledNs(long nowNs) {
    long now = Wire.unsent(connection);
    if (now == Wire.NOTHING || now != unsent) {
      unsent = now;
      sinceNs = nowNs;
    }
    return nowNs - sinceNs;
  }
}
