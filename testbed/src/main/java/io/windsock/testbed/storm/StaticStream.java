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
import org.jspecify.annotations.Nullable;

/**
 * A server in a process of its own that answers every request with the same initial state and keeps
 * the stream open: the minimum that a site can do for a display. A request may name another size of
 * that state ({@code bytes=N}). Prints {@code ready URL}.
 */
public final class StaticStream {
  /** Vert.x takes a negative port as any free one, shared by all servers with this number. */
  private static final int ANY_SHARED_PORT = -1;

  private static final int BACKLOG = 16_384;

  /** The largest initial state that a request may name. */
  static final int MAX_BYTES = 16 << 20;

  private StaticStream() {}

  /** Serves initial state of as many bytes as the first argument. */
  public static void main(String[] args) throws Exception {
    Buffer state = stateOf(Integer.parseInt(args[0]));
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

  private static Buffer stateOf(int bytes) {
    String text =
        "event: reset\ndata: {}\n\nevent: rows\ndata: {\"rows\":[\"%s\"]}\n\nevent: live\ndata: {}\nid: 0\n\n"
            .formatted("x".repeat(bytes));
    return Buffer.buffer(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static AbstractVerticle verticle(Buffer state, AtomicInteger port) {
    return new AbstractVerticle() {
      private Buffer latest = state;
      private String latestBytes = "";

      @Override
      public void start(Promise<Void> started) {
        vertx
            .createHttpServer(new HttpServerOptions().setTcpNoDelay(true).setAcceptBacklog(BACKLOG))
            .requestHandler(request -> answer(request.response(), asked(request.getParam("bytes"))))
            .listen(ANY_SHARED_PORT, "127.0.0.1")
            .onSuccess(server -> port.set(server.actualPort()))
            .<Void>mapEmpty()
            .onComplete(started);
      }

      private Buffer asked(@Nullable String bytes) {
        if (bytes == null) {
          return state;
        }
        if (!bytes.equals(latestBytes)) {
          latest = stateOf(Math.min(MAX_BYTES, Integer.parseInt(bytes)));
          latestBytes = bytes;
        }
        return latest;
      }
    };
  }

  private static void answer(HttpServerResponse response, Buffer state) {
    response.setChunked(true).putHeader("Content-Type", "text/event-stream").write(state);
  }
}
