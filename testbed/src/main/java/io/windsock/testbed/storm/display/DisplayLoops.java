package io.windsock.testbed.storm.display;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * The event loops of displays, and how a display connects. They use Netty directly, without the
 * HTTP client that other programs here use: a display has one request a connection, and what a
 * client does beyond that (pools, resolvers, metrics) costs more than the site's own work.
 */
public final class DisplayLoops implements AutoCloseable {
  private static final int LOOPS = Math.min(4, Runtime.getRuntime().availableProcessors());
  private static final int CONNECT_TIMEOUT_MS = 10_000;
  private static final int CHUNK_BYTES = 1 << 16;
  private static final long CLOSE_SECONDS = 20;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          LOOPS, new DefaultThreadFactory("storm-loop", true), NioIoHandler.newFactory());
  private final Bootstrap bootstrap =
      new Bootstrap()
          .channel(NioSocketChannel.class)
          .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS);

  /** Returns the loops in turn. */
  EventLoop next() {
    return loops.next();
  }

  /**
   * Connects on this loop.
   *
   * @param answer takes the HTTP messages of the connection
   */
  ChannelFuture connect(EventLoop loop, InetSocketAddress site, ChannelHandler answer) {
    return bootstrap.clone(loop).handler(new Pipeline(answer)).connect(site);
  }

  private static final class Pipeline extends ChannelInitializer<Channel> {
    private final ChannelHandler answer;

    Pipeline(ChannelHandler answer) {
      this.answer = answer;
    }

    @Override
    protected void initChannel(Channel channel) {
      var config = new HttpDecoderConfig().setValidateHeaders(false).setMaxChunkSize(CHUNK_BYTES);
      channel.pipeline().addLast(new HttpResponseDecoder(config), answer);
    }
  }

  /**
   * Closes all connections.
   *
   * @throws IllegalStateException if that takes longer than 20 s
   */
  @Override
  public void close() {
    var closed = loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    if (!closed.awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("connections did not close in " + CLOSE_SECONDS + " s");
    }
  }
}
