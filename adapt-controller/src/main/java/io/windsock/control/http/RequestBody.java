package io.windsock.control.http;

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
final class RequestBody {
  /** The maximum size of a body. */
  static final int MAX_BYTES = 64 << 10;

  /** The maximum time for a client to send a body. */
  static final long PATIENCE_MS = 10_000;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Exchange exchange;
  private final Buffer bytes = Buffer.buffer();
  private final Vertx vertx;
  private final long timer;
  private boolean over;

  private RequestBody(Exchange exchange) {
    this.exchange = exchange;
    vertx = exchange.loop().owner();
    timer = vertx.setTimer(PATIENCE_MS, id -> end(RequestBody::late));
  }

  /** Reads the body of {@code request} and passes it on, or refuses the request. */
  static void read(HttpServerRequest request, Exchange exchange, Consumer<Buffer> whole) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && (length.length() > 9 || Integer.parseInt(length) > MAX_BYTES)) {
      throw big();
    }
    RequestBody body = new RequestBody(exchange);
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
    if (bytes.length() + part.length() > MAX_BYTES) {
      end(
          () -> {
            throw big();
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

  private static Refusal big() {
    return Refusal.last(
        413, "the body is longer than " + MAX_BYTES + " bytes", "send the call's arguments alone");
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
  static JsonNode object(Buffer body) {
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
