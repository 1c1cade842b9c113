package io.windsock.platform.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/** A connection beneath HTTP, which Vert.x does not show. */
public final class Wire {
  /** {@link #unsent} of a connection that has nothing to send. */
  static final long NOTHING = 0;

  private Wire() {}

  /** Runs {@code work} on the event loop whenever bytes have come, before they are looked at. */
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
   * A number that changes whenever unsent bytes of a connection leave it or come to it; {@link
   * #NOTHING} if it has none. On its event loop.
   */
  static long unsent(HttpConnection connection) {
    if (!(connection instanceof ConnectionBase base)) {
      return NOTHING;
    }
    ChannelOutboundBuffer out = base.channelHandlerContext().channel().unsafe().outboundBuffer();
    if (out == null || out.isEmpty()) {
      return NOTHING;
    }
    // Of the message at hand, part may have left; the total counts it until all of it has.
    return 1 + out.totalPendingWriteBytes() * 31 + out.currentProgress();
  }

  /**
   * Closes a connection at once, whatever is unsent. Vert.x's own close waits until all is flushed,
   * which a client that takes nothing prevents.
   */
  public static void abort(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      var unused = base.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }
}
