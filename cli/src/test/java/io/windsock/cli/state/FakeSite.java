package io.windsock.cli.state;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windsock.contracts.position.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** A site of one key whose position moves with each question for its digest. */
final class FakeSite implements AutoCloseable {
  private final HttpServer server;
  private final long epoch;
  private final LongUnaryOperator offset;
  private final LongFunction<String> digest;
  private long questions;
  private long at;

  /**
   * Starts one.
   *
   * @param epoch of the topic that it follows
   * @param offset its position at the n-th question for its digest, from 0
   * @param digest its digest at an offset
   */
  FakeSite(long epoch, LongUnaryOperator offset, LongFunction<String> digest) throws IOException {
    this.epoch = epoch;
    this.offset = offset;
    this.digest = digest;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body;
    if (path.equals("/v1/digest")) {
      at = offset.applyAsLong(questions++);
      body =
          "{\"token\": \"%s\", \"keys\": 1, \"digest\": \"%s\"}"
              .formatted(new Token(epoch, new long[] {at}), digest.apply(at));
    } else if (path.equals("/v1/sites")) {
      body = "{\"role\": \"mirror\"}";
    } else if (path.equals("/v1/views/all")) {
      body = "{\"rows\": [{\"key\": \"A\"}]}";
    } else {
      body = "{\"state\": {\"digest\": \"" + digest.apply(at) + "\"}}";
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
