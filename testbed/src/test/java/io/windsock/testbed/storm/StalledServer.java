package io.windsock.testbed.storm;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A site that takes requests and answers none until it is told to. Its event loop owns it. */
final class StalledServer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final List<HttpServerResponse> waiting = new ArrayList<>();
  private boolean stalled = true;
  private volatile long answersFromNs;

  StalledServer() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  HttpServerResponse response = request.response().setChunked(true);
                  if (stalled) {
                    waiting.add(response);
                  } else {
                    answer(response);
                  }
                })
            .listen(0, "127.0.0.1")
            .await();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  /** Answers after so long. */
  void answerAfter(long ms) {
    vertx.setTimer(
        ms,
        ignored -> {
          answersFromNs = System.nanoTime();
          stalled = false;
          waiting.forEach(StalledServer::answer);
        });
  }

  /** Returns when it began to answer, in terms of {@link System#nanoTime}. */
  long answersFromNs() {
    return answersFromNs;
  }

  private static void answer(HttpServerResponse response) {
    response.write("event: reset\ndata: {}\n\nevent: live\nid: 1\ndata: {}\n\n");
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
