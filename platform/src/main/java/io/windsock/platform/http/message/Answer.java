package io.windsock.platform.http.message;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * A whole answer, ready to send. Immutable; the body may be shared by many.
 *
 * @param status the HTTP status
 * @param contentType {@code Content-Type} of the body; empty where there is none
 * @param headers further headers, name and value in turn
 * @param body what follows the head
 */
public record Answer(int status, String contentType, List<CharSequence> headers, Buffer body) {
  /** {@code Content-Type} of JSON. */
  public static final String JSON = MediaType.JSON.text();

  /** Headers of an answer that no cache keeps. */
  public static final List<CharSequence> NOT_KEPT = List.of("Cache-Control", "no-store");

  private static final Buffer NOTHING = Buffer.buffer();

  /** Checks that headers come in pairs. */
  public Answer {
    headers = List.copyOf(headers);
    if (headers.size() % 2 != 0) {
      throw new IllegalArgumentException("a header without a value: " + headers);
    }
  }

  /** A status and headers alone. */
  public static Answer empty(int status, List<CharSequence> headers) {
    return new Answer(status, "", headers, NOTHING);
  }
}
