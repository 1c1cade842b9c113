package io.windsock.testbed.storm.display;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One display: requests initial state, then follows updates, until it loses power. It does not
 * retry; every request comes from the schedule. Each request has a connection of its own. Its event
 * loop owns it.
 */
public final class Display {
  private final DisplayLoops loops;
  private final EventLoop loop;
  private final DisplayRequest request;
  private final long patienceMs;
  private final DisplayWatch watch;
  private @Nullable Attempt attempt;

  /**
   * Creates a display without power.
   *
   * @param patienceMs after which a request without all of its initial state is given up
   */
  public Display(DisplayLoops loops, DisplayRequest request, long patienceMs, DisplayWatch watch) {
    this.loops = loops;
    loop = loops.next();
    this.request = request;
    this.patienceMs = patienceMs;
    this.watch = watch;
  }

  /** Loses power, if it had any, and regains it; callable from any thread. */
  public void regain(long intendedNs) {
    loop.execute(
        () -> {
          if (attempt != null) {
            attempt.losePower();
          }
          attempt = new Attempt(intendedNs);
          attempt.start();
        });
  }

  /** Goes dark at the end of the storm and stops counting; callable from any thread. */
  public void close() {
    loop.execute(
        () -> {
          if (attempt != null) {
            attempt.end();
          }
        });
  }

  /** The period from one power failure to the next. */
  private final class Attempt extends SimpleChannelInboundHandler<HttpObject> {
    private final long intendedNs;
    private final SseNames names = new SseNames(this::event);
    private @Nullable Future<?> patience;
    private @Nullable ChannelFuture connection;
    private long stateBytes;
    private boolean answered;
    private boolean over;

    Attempt(long intendedNs) {
      this.intendedNs = intendedNs;
    }

    void start() {
      watch.sent(waitedNs());
      long leftNs = TimeUnit.MILLISECONDS.toNanos(patienceMs) - waitedNs();
      patience = loop.schedule(this::timedOut, Math.max(1, leftNs), TimeUnit.NANOSECONDS);
      connection = loops.connect(loop, request.site(), this).addListener(this::connected);
    }

    private void connected(Future<?> made) {
      if (!made.isSuccess()) {
        fail("no connection");
      }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      var unused = context.writeAndFlush(request.bytes(), context.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
      if (message.decoderResult().isFailure()) {
        fail("answered something other than HTTP");
      } else if (message instanceof HttpResponse response) {
        responded(response);
      } else if (message instanceof HttpContent content) {
        received(content.content());
        if (content instanceof LastHttpContent) {
          fail("stream ended");
        }
      }
    }

    private void responded(HttpResponse response) {
      if (response.status().code() != HttpResponseStatus.OK.code()) {
        fail("answered " + response.status().code());
      }
    }

    private void received(ByteBuf bytes) {
      if (!over) {
        watch.received(bytes.readableBytes());
        stateBytes += answered ? 0 : bytes.readableBytes();
        names.take(bytes);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail("connection lost");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      fail("connection lost");
    }

    private void event(String name) {
      switch (name) {
        case "live" -> live();
        case "update", "remove", "derived" -> watch.update();
        case "cut" -> fail("cut by the site");
        default -> {} // reset, rows, heartbeat: they are counted as bytes
      }
    }

    private void live() {
      if (!answered && !over) {
        answered = true;
        forgetPatience();
        watch.answered(waitedNs(), stateBytes);
      }
    }

    private void timedOut() {
      if (!over) {
        end();
        watch.unanswered("not answered in time", waitedNs());
      }
    }

    void losePower() {
      if (over) {
        return;
      }
      end();
      if (answered) {
        watch.left();
      } else {
        watch.unanswered("not answered before the next power failure", waitedNs());
      }
    }

    private void fail(String why) {
      if (over) {
        return;
      }
      end();
      if (answered) {
        watch.lost("while following: " + why);
      } else {
        watch.failed(why);
      }
    }

    void end() {
      if (over) {
        return;
      }
      over = true;
      forgetPatience();
      if (connection != null) {
        var unused = connection.channel().close();
      }
    }

    private void forgetPatience() {
      if (patience != null) {
        patience.cancel(false);
      }
    }

    private long waitedNs() {
      return System.nanoTime() - intendedNs;
    }
  }
}
