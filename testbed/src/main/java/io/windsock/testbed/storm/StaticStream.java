package io.windsock.testbed.storm;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.platform.http.HttpService;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server in a process of its own that answers every request with the same initial state and keeps
 * the stream open: the minimum that a site can do for a display. Prints {@code ready URL}.
 */
public final class StaticStream {
  /** Vert.x takes a negative port as any free one, shared by all servers with this number. */
  private static final int ANY_SHARED_PORT = -1;

  private static final int BACKLOG = 16_384;

  private StaticStream() {}

  /** Serves initial state of as many bytes as the first argument. */
  public static void main(String[] args) throws Exception {
    Buffer state = state(Integer.parseInt(args[0]));
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(HttpService.LOOPS));
    AtomicInteger port = new AtomicInteger();
    vertx
        .deployVerticle(
            () -> verticle(state, port), new DeploymentOptions().setInstances(HttpService.LOOPS))
        .await();
    System.out.println("ready http://127.0.0.1:" + port);
    System.out.flush();
    while (System.in.read() >= 0) {
      // until the measurement ends
    }
    System.exit(0);
  }

  private static Buffer state(int bytes) {
    String text =
        "event: reset\ndata: {}\n\nevent: rows\ndata: {\"rows\":[\"%s\"]}\n\nevent: live\ndata: {}\nid: 0\n\n"
            .formatted("x".repeat(bytes));
    return Buffer.buffer(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static AbstractVerticle verticle(Buffer state, AtomicInteger port) {
    return new AbstractVerticle() {
      @Override
      public void start(Promise<Void> started) {
        vertx
            .createHttpServer(new HttpServerOptions().setTcpNoDelay(true).setAcceptBacklog(BACKLOG))
            .requestHandler(request -> answer(request.response(), state))
            .listen(ANY_SHARED_PORT, "127.0.0.1")
            .onSuccess(server -> port.set(server.actualPort()))
            .<Void>mapEmpty()
            .onComplete(started);
      }
    };
  }

  private static void answer(HttpServerResponse response, Buffer state) {
    response.setChunked(true).putHeader("Content-Type", "text/event-stream").write(state);
  }
}
