package io.windsock.service.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/** Closes connections. */
public final class Wire {
  private Wire() {}

  /**
   * Closes a connection at once, whatever is unsent. Vert.x's own close waits until all is flushed,
   * which a client that takes nothing prevents.
   */
  public static void sever(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      var unused = base.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }
}
