package io.windsock.cli.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server in a gateway's place, which gives the same answer to each request. */
public final class GatewayStub implements AutoCloseable {
  private final HttpServer server;
  private final int status;
  private final String answer;
  private volatile int answers = Integer.MAX_VALUE;

  /** The requests: method, path and body. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  /** Starts one on a free port; of the answer, single quotes become double ones. */
  public GatewayStub(int status, String answer) throws IOException {
    this.status = status;
    this.answer = answer.replace('\'', '"');
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Takes requests, and answers none from this one on. */
  public GatewayStub losingAnswersFrom(int request) {
    answers = request - 1;
    return this;
  }

  /** Its base URL. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(
        exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath() + " " + body);
    if (requests.size() > answers) {
      exchange.close();
      return;
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
