package io.windsock.platform.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * A long body on its way to one client, in slices, as the connection takes them: so a connection
 * holds a slice or two of its own, however long the body and slow the client. Its event loop owns
 * it.
 *
 * <p>A client that takes nothing is cut by {@link Connections}; one that takes less than {@link
 * #MIN_BYTES_PER_SECOND} on average, by this.
 */
public final class LongBody {
  /** A body up to this long is handed to the connection at once. */
  static final int SLICE_BYTES = 64 << 10;

  /** What a client must take on average, or it would hold its body for hours. */
  static final int MIN_BYTES_PER_SECOND = 4 << 10;

  private static final long GRACE_MS = 30_000;
  private static final long LOOK_MS = 1000;

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Buffer body;
  private final Runnable whenSent;
  private int at;
  private boolean writing;
  private boolean ended;

  private LongBody(HttpServerRequest request, Buffer body, Runnable whenSent) {
    this.request = request;
    this.body = body;
    this.whenSent = whenSent;
    response = request.response();
  }

  /**
   * Ends the answer to {@code request} with {@code body}, whatever its length; on its event loop.
   *
   * @param whenSent runs on the event loop: at once for a short body; for a long one when the last
   *     of it has left for the client, and never if that does not come to pass
   */
  public static void end(HttpServerRequest request, Buffer body, Runnable whenSent) {
    if (body.length() <= SLICE_BYTES || request.method().equals(HttpMethod.HEAD)) {
      request.response().end(body);
      whenSent.run();
      return;
    }
    LongBody sending = new LongBody(request, body, whenSent);
    sending.response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    sending.response.exceptionHandler(e -> {}); // the client has gone: nothing is left to be done
    sending.response.drainHandler(v -> sending.send());
    sending.send();
    if (sending.at < body.length()) {
      sending.watch();
    }
  }

  private void send() {
    if (writing) {
      return; // writing can make the connection report room at once
    }
    writing = true;
    while (at < body.length() && !response.writeQueueFull()) {
      int to = Math.min(at + SLICE_BYTES, body.length());
      response.write(body.slice(at, to));
      at = to;
    }
    writing = false;
    if (at == body.length() && !ended) {
      ended = true;
      response.end().onSuccess(v -> whenSent.run());
    }
  }

  /** Cuts the client when it has had the time that the slowest may take. */
  private void watch() {
    Vertx vertx = Vertx.currentContext().owner();
    long endNs =
        System.nanoTime() + (GRACE_MS + body.length() * 1000L / MIN_BYTES_PER_SECOND) * 1_000_000L;
    vertx.setPeriodic(
        LOOK_MS,
        timer -> {
          if (response.ended() || response.closed()) {
            vertx.cancelTimer(timer);
          } else if (System.nanoTime() - endNs > 0) {
            vertx.cancelTimer(timer);
            Wire.abort(request.connection());
          }
        });
  }
}
