package io.windsock.evaluation.ceiling;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.windsock.platform.http.HttpService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server in a process of its own that responds to every request with the same bytes: the minimum
 * that a Vert.x server can do.
 */
public final class BareServer {
  /** Vert.x takes a negative port as any free one, shared by all servers with this number. */
  private static final int ANY_SHARED_PORT = -1;

  private BareServer() {}

  /** Serves the file named by the first argument; prints {@code ready URL}. */
  public static void main(String[] args) throws Exception {
    Buffer body = Buffer.buffer(Files.readAllBytes(Path.of(args[0])));
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(HttpService.LOOPS));
    AtomicInteger port = new AtomicInteger();
    vertx
        .deployVerticle(
            () -> verticle(body, port), new DeploymentOptions().setInstances(HttpService.LOOPS))
        .await();
    System.out.println("ready http://127.0.0.1:" + port);
    while (System.in.read() >= 0) {
      // until the benchmark ends
    }
    System.exit(0);
  }

  private static AbstractVerticle verticle(Buffer body, AtomicInteger port) {
    CharSequence json = HttpHeaders.createOptimized("application/json");
    return new AbstractVerticle() {
      @Override
      public void start(io.vertx.core.Promise<Void> started) {
        vertx
            .createHttpServer(new HttpServerOptions().setTcpNoDelay(true))
            .requestHandler(
                request -> request.response().putHeader(HttpHeaders.CONTENT_TYPE, json).end(body))
            .listen(ANY_SHARED_PORT, "127.0.0.1")
            .onSuccess(server -> port.set(server.actualPort()))
            .<Void>mapEmpty()
            .onComplete(started);
      }
    };
  }
}
