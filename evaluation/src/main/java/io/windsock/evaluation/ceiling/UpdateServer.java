package io.windsock.evaluation.ceiling;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;

/**
 * A server in a process of its own that streams prepared updates, as fast as each client reads
 * them: the minimum that a site can do. Prints {@code ready URL}.
 */
final class UpdateServer {
  private static final String START = "event: reset\ndata: {}\n\nevent: live\ndata: {}\nid: 0\n\n";
  private static final int CHUNK_BYTES = 64 << 10;

  private UpdateServer() {}

  /** Serves updates whose rows contain a text of as many bytes as the first argument. */
  public static void main(String[] args) throws Exception {
    Buffer chunk = chunk(Integer.parseInt(args[0]));
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    int port =
        vertx
            .createHttpServer()
            .requestHandler(request -> stream(request.response(), chunk))
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
    System.out.println("ready http://127.0.0.1:" + port);
    while (System.in.read() >= 0) {
      // until the measurement ends
    }
    System.exit(0);
  }

  private static Buffer chunk(int textBytes) {
    byte[] update =
        """
        event: update
        data: {"key":"P0000000","version":1,"row":{"key":"P0000000","eventTime":%d,"latitude":51.4775,"longitude":-0.461389,"altitude":3000.5,"detail":"%s","version":1}}
        id: 1-1

        """
            .formatted(System.currentTimeMillis(), "x".repeat(textBytes))
            .getBytes(StandardCharsets.US_ASCII);
    Buffer chunk = Buffer.buffer(CHUNK_BYTES);
    do {
      chunk.appendBytes(update);
    } while (chunk.length() + update.length <= CHUNK_BYTES);
    return chunk;
  }

  private static void stream(HttpServerResponse response, Buffer chunk) {
    response.setChunked(true).putHeader("Content-Type", "text/event-stream");
    response.drainHandler(drained -> fill(response, chunk));
    response.write(START);
    fill(response, chunk);
  }

  private static void fill(HttpServerResponse response, Buffer chunk) {
    while (!response.writeQueueFull()) {
      response.write(chunk);
    }
  }
}
