package io.windsock.gateway.http.query;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.internal.buffer.BufferInternal;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.gateway.http.pass.PassThrough;
import io.windsock.platform.http.ByteBudget;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Gzip;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the outcomes of calls into HTTP answers. One event loop owns it. */
final class QueryReply {
  /** Longer bodies are compressed by a worker. */
  private static final int SHORT_BYTES = 16 << 10;

  /**
   * Longer bodies count towards what all clients may leave unread; a connection takes a shorter one
   * at once.
   */
  static final int LONG_BYTES = 64 << 10;

  private static final String GZIP = "gzip";
  private static final String NO_STORE = "no-store";
  private static final int MS_PER_SECOND = 1000;
  private static final int BEHIND_SECONDS = 1;
  private static final int UNREAD_SECONDS = 1;
  private static final int BAD_GATEWAY = 502;
  private static final int TIMEOUT = 504;

  private final Workers workers;
  private final ByteBudget unread;

  /** The position answered last, and its text; the answers of one batch have the same. */
  private @Nullable Token at;

  private String atText = "";

  /**
   * Creates the replies of one event loop.
   *
   * @param workers compress long answers
   * @param unread bounds the long answers that clients have not read, shared by all event loops
   */
  QueryReply(Workers workers, ByteBudget unread) {
    this.workers = workers;
    this.unread = unread;
  }

  /** Sends the outcome of a call. */
  void send(Exchange exchange, String requestId, Answer answer) {
    if (exchange.over()) {
      return;
    }
    if (answer.status() != Answer.Status.FOUND) {
      exchange.refuse(refusal(answer), headers(answer, requestId));
    } else if (!hold(exchange, answer.body().length)) {
      exchange.refuse(tooMuchUnread(), headers(answer, requestId));
    } else if (answer.body().length < Gzip.WORTHWHILE_BYTES || !wantsGzip(exchange)) {
      found(exchange, requestId, answer, wrapped(answer.body()), false);
    } else if (answer.body().length <= SHORT_BYTES) {
      found(exchange, requestId, answer, compressed(answer), true);
    } else {
      compressLong(exchange, requestId, answer);
    }
  }

  /**
   * Counts a long answer until it is sent or its client has left, because each is bytes of its own
   * for as long; returns whether it may be sent.
   */
  private boolean hold(Exchange exchange, int bytes) {
    if (bytes <= LONG_BYTES) {
      return true;
    }
    if (!unread.take(bytes)) {
      return false;
    }
    exchange.whenReleased(() -> unread.giveBack(bytes));
    return true;
  }

  /** Counts what a long answer has become; what it was is no longer held. */
  private void holdInstead(Exchange exchange, int formerBytes, int bytes) {
    if (formerBytes > LONG_BYTES && !exchange.over()) {
      unread.giveBack(formerBytes - bytes);
      exchange.whenReleased(() -> unread.giveBack(bytes));
    }
  }

  private Refusal tooMuchUnread() {
    return Refusal.unavailable(
        "clients have left "
            + unread.takenBytes()
            + " bytes of long answers unread; the gateway keeps at most "
            + unread.maxBytes(),
        "GET the path without /query, which is passed through as fast as you read, or try again"
            + " later",
        UNREAD_SECONDS);
  }

  private static boolean wantsGzip(Exchange exchange) {
    return MediaType.wantsGzip(exchange.header(HttpHeaders.ACCEPT_ENCODING));
  }

  private static Buffer compressed(Answer answer) {
    return wrapped(Gzip.compress(answer.body()));
  }

  private static Buffer wrapped(byte[] bytes) {
    return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
  }

  private void compressLong(Exchange exchange, String requestId, Answer answer) {
    try {
      workers.scan(
          () -> {
            Buffer body = compressed(answer);
            exchange
                .loop()
                .runOnContext(
                    v -> {
                      holdInstead(exchange, answer.body().length, body.length());
                      found(exchange, requestId, answer, body, true);
                    });
          });
    } catch (Refusal busy) {
      found(exchange, requestId, answer, wrapped(answer.body()), false);
    }
  }

  private void found(
      Exchange exchange, String requestId, Answer answer, Buffer body, boolean gzip) {
    List<CharSequence> headers = headers(answer, requestId);
    headers.add(HttpHeaders.CACHE_CONTROL);
    headers.add(NO_STORE);
    if (gzip) {
      headers.add(HttpHeaders.CONTENT_ENCODING);
      headers.add(GZIP);
    }
    exchange.answerJson(headers, body);
  }

  private List<CharSequence> headers(Answer answer, String requestId) {
    List<CharSequence> headers = new ArrayList<>(10);
    headers.add(GatewayHeaders.REQUEST_ID);
    headers.add(requestId);
    if (PassThrough.canName(answer.site())) {
      headers.add(PassThrough.siteHeader());
      headers.add(answer.site());
    }
    Token position = answer.at();
    if (position != null) {
      headers.add(GatewayHeaders.TOKEN);
      headers.add(text(position));
    }
    return headers;
  }

  private String text(Token position) {
    if (at == null || !position.equals(at)) {
      atText = position.toString();
      at = position;
    }
    return atText;
  }

  private static Refusal refusal(Answer answer) {
    String error = answer.error();
    String remedy = answer.remedy();
    return switch (answer.status()) {
      case INVALID -> Refusal.bad(error, remedy);
      case ABSENT -> Refusal.absent(error, remedy);
      case BUSY -> Refusal.unavailable(error, remedy, seconds(answer.retryAfterMs()));
      case BEHIND -> Refusal.unavailable(error, remedy, BEHIND_SECONDS);
      case LATE -> Refusal.of(TIMEOUT, error, remedy);
      // Without a site there is none to ask, which passes; with one, it could not read its state.
      case FAILED ->
          answer.site().isEmpty()
              ? Refusal.unavailable(error, remedy, BEHIND_SECONDS)
              : Refusal.of(BAD_GATEWAY, error, remedy);
      case FOUND -> throw new IllegalArgumentException("no refusal: " + answer.id());
    };
  }

  private static int seconds(int ms) {
    return Math.max(1, (ms + MS_PER_SECOND - 1) / MS_PER_SECOND);
  }
}
