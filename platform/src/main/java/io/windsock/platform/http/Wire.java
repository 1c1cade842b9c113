package io.windsock.platform.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/** Access to the Netty connection beneath HTTP, which Vert.x does not expose. */
public final class Wire {
  /** The value of {@link #unsent} for a connection with nothing to send. */
  static final long NOTHING = 0;

  private Wire() {}

  /** Runs {@code work} on the event loop whenever bytes arrive, before they are parsed. */
  static void whenRead(HttpConnection connection, Runnable work) {
    if (connection instanceof ConnectionBase base) {
      base.channelHandlerContext()
          .pipeline()
          .addFirst(
              new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object bytes) {
                  work.run();
                  context.fireChannelRead(bytes);
                }
              });
    }
  }

  /**
   * Returns a number that changes whenever unsent bytes are added to a connection or leave it;
   * {@link #NOTHING} if there are none. Must run on its event loop.
   */
  static long unsent(HttpConnection connection) {
    if (!(connection instanceof ConnectionBase base)) {
      return NOTHING;
    }
    ChannelOutboundBuffer out = base.channelHandlerContext().channel().unsafe().outboundBuffer();
    if (out == null || out.isEmpty()) {
      return NOTHING;
    }
    // The total includes the current message until all of it is sent, so its progress is added.
    return 1 + out.totalPendingWriteBytes() * 31 + out.currentProgress();
  }

  /**
   * Closes a connection at once, discarding unsent bytes. Vert.x's own close waits for a flush,
   * which never completes if the client reads nothing.
   */
  public static void abort(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      var unused = base.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }
}
