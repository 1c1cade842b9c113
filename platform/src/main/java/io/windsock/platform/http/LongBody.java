package io.windsock.platform.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sends a long body to one client in slices as the connection drains, so a connection buffers only
 * a slice or two, however long the body and however slow the client. Its event loop owns it.
 *
 * <p>{@link Connections} disconnects a client that reads nothing; this class disconnects one that
 * reads less than {@link #MIN_BYTES_PER_SECOND} on average.
 */
public final class LongBody {
  /** A body up to this length is written to the connection at once. */
  static final int SLICE_BYTES = 64 << 10;

  /** The lowest average read rate; a slower client would hold its body for hours. */
  static final int MIN_BYTES_PER_SECOND = 4 << 10;

  private static final long GRACE_MS = 30_000;
  private static final long LOOK_MS = 1000;

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Buffer body;
  private final Runnable whenSent;
  private final Runnable whenLost;
  private int at;
  private boolean writing;
  private boolean ended;

  private LongBody(HttpServerRequest request, Buffer body, Runnable whenSent, Runnable whenLost) {
    this.request = request;
    this.body = body;
    this.whenSent = whenSent;
    this.whenLost = whenLost;
    response = request.response();
  }

  /**
   * Ends the answer to {@code request} with {@code body} of any length; must run on its event loop.
   *
   * @param whenSent runs on the event loop: at once for a short body; for a long one when its last
   *     slice has been written to the connection, and never if the client disconnects first
   */
  public static void end(HttpServerRequest request, Buffer body, Runnable whenSent) {
    end(request, body, whenSent, () -> {});
  }

  /**
   * Does the same for a caller that must know when the body is no longer held.
   *
   * @param whenLost runs on the event loop if the client disconnects when the connection already
   *     has the last slice; if it disconnects before, the response's close handler runs instead
   */
  static void end(HttpServerRequest request, Buffer body, Runnable whenSent, Runnable whenLost) {
    if (body.length() <= SLICE_BYTES || request.method().equals(HttpMethod.HEAD)) {
      request.response().end(body);
      whenSent.run();
      return;
    }
    LongBody sending = new LongBody(request, body, whenSent, whenLost);
    sending.response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    sending.response.exceptionHandler(e -> {}); // the client has disconnected: nothing to do
    sending.response.drainHandler(v -> sending.send());
    sending.send();
    if (sending.at < body.length()) {
      sending.watch();
    }
  }

  private void send() {
    if (writing) {
      return; // a write can make the connection report room at once
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
      response.end().onComplete(v -> whenSent.run(), e -> whenLost.run());
    }
  }

  /** Disconnects the client once the slowest acceptable client would have finished. */
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
