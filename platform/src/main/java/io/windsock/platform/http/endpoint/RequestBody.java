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
import io.windsock.platform.http.ByteBudget;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Refusal;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Receives a request's body, bounded in bytes and time. One event loop owns it. */
public final class RequestBody {
  /** The maximum size of a body, unless the server names another. */
  public static final int MAX_BYTES = 64 << 10;

  /**
   * The first bytes of a body, which count towards no budget, so that short bodies are received
   * however many long ones are on their way.
   */
  static final int FREE_BYTES = 16 << 10;

  private static final int FULL_SECONDS = 1;

  /** The maximum time for a client to send a body. */
  static final long PATIENCE_MS = 10_000;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Exchange exchange;
  private final int maxBytes;
  private final ByteBudget budget;
  private final Vertx vertx;
  private final long timer;
  private Buffer bytes = Buffer.buffer();
  private int takenBytes;
  private boolean over;

  private RequestBody(Exchange exchange, int maxBytes, ByteBudget budget) {
    this.exchange = exchange;
    this.maxBytes = maxBytes;
    this.budget = budget;
    vertx = exchange.loop().owner();
    timer = vertx.setTimer(PATIENCE_MS, id -> refuse(late()));
  }

  /**
   * Reads a body of at most {@link #MAX_BYTES} and passes it on, or refuses the request.
   *
   * @throws Refusal if the request announces a larger one
   */
  public static void read(HttpServerRequest request, Exchange exchange, Consumer<Buffer> whole) {
    ByteBudget own = new ByteBudget(MAX_BYTES);
    read(request, exchange, MAX_BYTES, own, (body, done) -> whole.accept(body));
  }

  /**
   * Reads a body and passes it on, or refuses the request.
   *
   * @param maxBytes its maximum size
   * @param budget bounds the bytes of all bodies that are held, but for the first {@link
   *     #FREE_BYTES} of each
   * @param whole receives the body, and what it runs, on any thread, when it needs it no longer; if
   *     it fails, that is not necessary
   * @throws Refusal if the request announces a larger one
   */
  public static void read(
      HttpServerRequest request,
      Exchange exchange,
      int maxBytes,
      ByteBudget budget,
      BiConsumer<Buffer, Runnable> whole) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && (length.length() > 9 || Integer.parseInt(length) > maxBytes)) {
      throw big(maxBytes);
    }
    RequestBody body = new RequestBody(exchange, maxBytes, budget);
    request.handler(body::part);
    request.endHandler(v -> body.end(() -> body.handOver(whole)));
    exchange.whenGone(v -> body.end(body::drop));
    if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
  }

  private void part(Buffer part) {
    if (over) {
      return;
    }
    int length = bytes.length() + part.length();
    if (length > maxBytes) {
      refuse(big(maxBytes));
    } else if (!take(length)) {
      refuse(full());
    } else {
      bytes.appendBuffer(part);
    }
  }

  /** Takes what the budget must have for a body of this length; returns whether it has. */
  private boolean take(int length) {
    int more = length - FREE_BYTES - takenBytes;
    if (more <= 0) {
      return true;
    }
    if (!budget.take(more)) {
      return false;
    }
    takenBytes += more;
    return true;
  }

  /** The request refers to this body until it is answered, so the bytes are not kept here. */
  private void handOver(BiConsumer<Buffer, Runnable> whole) {
    Buffer body = bytes;
    AtomicInteger held = new AtomicInteger(takenBytes);
    Runnable done = () -> budget.giveBack(held.getAndSet(0));
    takenBytes = 0;
    bytes = Buffer.buffer();
    try {
      whole.accept(body, done);
    } catch (RuntimeException e) {
      done.run();
      throw e;
    }
  }

  private void drop() {
    budget.giveBack(takenBytes);
    takenBytes = 0;
    bytes = Buffer.buffer();
  }

  private void refuse(Refusal refusal) {
    end(
        () -> {
          drop();
          throw refusal;
        });
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

  private Refusal full() {
    return Refusal.unavailable(
        "bodies of "
            + budget.takenBytes()
            + " bytes are being received; the most at once is "
            + budget.maxBytes(),
        "send it again, or elsewhere",
        FULL_SECONDS);
  }

  private static Refusal late() {
    return Refusal.last(
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
