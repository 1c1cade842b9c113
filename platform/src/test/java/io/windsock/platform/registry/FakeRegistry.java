package io.windsock.platform.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server that keeps schemas by subject, as the Confluent-compatible API does, over HTTP. Answers
 * that a test lays up for it go first.
 */
final class FakeRegistry implements AutoCloseable {
  private static final String BASE = "/apis/ccompat/v7";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a test has it answer once. */
  record Reply(int status, String body) {}

  final List<String> calls = new CopyOnWriteArrayList<>();
  final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> ids = new LinkedHashMap<>();
  private final HttpServer server;

  FakeRegistry() {
    this(0);
  }

  FakeRegistry(int port) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(BASE, this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + BASE;
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(BASE.length());
    calls.add(exchange.getRequestMethod() + " " + path);
    String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Reply laidUp = replies.poll();
    Reply reply = laidUp == null ? answer(path, JSON.readTree(sent)) : laidUp;
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
    try (exchange) {
      if (body.length > 0) {
        exchange.getResponseBody().write(body);
      }
    } catch (IOException e) {
      // The client has had enough.
    }
  }

  private Reply answer(String path, JsonNode sent) {
    String[] parts = path.split("/", -1);
    String schema = parts[2] + " " + sent.get("schema").textValue();
    if (parts.length == 4) {
      ids.putIfAbsent(schema, ids.size() + 1);
    }
    Integer id = ids.get(schema);
    return id == null
        ? new Reply(404, "{\"error_code\": 40403, \"message\": \"Schema not found\"}")
        : new Reply(200, "{\"subject\": \"" + parts[2] + "\", \"id\": " + id + ", \"version\": 1}");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
