package io.windsock.platform.http.endpoint;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Refusal;
import java.io.IOException;
import java.util.function.Consumer;

/** Receives a request's body, bounded in bytes and time. One event loop owns it. */
public final class RequestBody {
  /** The maximum size of a body, unless the server names another. */
  public static final int MAX_BYTES = 64 << 10;

  /** The maximum time for a client to send a body. */
  static final long PATIENCE_MS = 10_000;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Exchange exchange;
  private final int maxBytes;
  private final Buffer bytes = Buffer.buffer();
  private final Vertx vertx;
  private final long timer;
  private boolean over;

  private RequestBody(Exchange exchange, int maxBytes) {
    this.exchange = exchange;
    this.maxBytes = maxBytes;
    vertx = exchange.loop().owner();
    timer = vertx.setTimer(PATIENCE_MS, id -> end(RequestBody::late));
  }

  /**
   * Reads a body of at most {@link #MAX_BYTES} and passes it on, or refuses the request.
   *
   * @throws Refusal if the request announces a larger one
   */
  public static void read(HttpServerRequest request, Exchange exchange, Consumer<Buffer> whole) {
    read(request, exchange, MAX_BYTES, whole);
  }

  /**
   * Reads a body and passes it on, or refuses the request.
   *
   * @param maxBytes its maximum size
   * @throws Refusal if the request announces a larger one
   */
  public static void read(
      HttpServerRequest request, Exchange exchange, int maxBytes, Consumer<Buffer> whole) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && (length.length() > 9 || Integer.parseInt(length) > maxBytes)) {
      throw big(maxBytes);
    }
    RequestBody body = new RequestBody(exchange, maxBytes);
    request.handler(body::part);
    request.endHandler(v -> body.end(() -> whole.accept(body.bytes)));
    exchange.whenGone(v -> body.end(() -> {}));
    if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
  }

  private void part(Buffer part) {
    if (over) {
      return;
    }
    if (bytes.length() + part.length() > maxBytes) {
      end(
          () -> {
            throw big(maxBytes);
          });
    } else {
      bytes.appendBuffer(part);
    }
  }

  private void end(Runnable then) {
    if (!over) {
      over = true;
      vertx.cancelTimer(timer);
      exchange.attempt(then);
    }
  }

  private static Refusal big(int maxBytes) {
    return Refusal.last(413, "the body is longer than " + maxBytes + " bytes", "send less at once");
  }

  private static void late() {
    throw Refusal.last(
        408, "the body did not arrive within " + PATIENCE_MS + " ms", "send it all at once");
  }

  /**
   * Parses a body as an object; an empty body is an empty object.
   *
   * @throws Refusal if it is not an object
   */
  public static JsonNode object(Buffer body) {
    if (body.length() == 0) {
      return JSON.createObjectNode();
    }
    JsonNode node;
    try {
      node = JSON.readTree(body.getBytes());
    } catch (JsonProcessingException e) {
      throw Refusal.bad(
          "the body is not JSON: " + Refusal.shown(e.getOriginalMessage()), "send a JSON object");
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can be read", e);
    }
    if (!node.isObject()) {
      throw Refusal.bad("the body is not a JSON object", "send the arguments by name in { }");
    }
    return node;
  }
}
