package io.windsock.platform.http.message;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * A complete answer, ready to send. Immutable; the body may be shared.
 *
 * @param status the HTTP status
 * @param contentType {@code Content-Type} of the body; empty if there is no body
 * @param headers further headers, alternating name and value
 * @param body the body
 */
public record Answer(int status, String contentType, List<CharSequence> headers, Buffer body) {
  /** {@code Content-Type} of JSON. */
  public static final String JSON = MediaType.JSON.text();

  /** Headers of an answer that must not be cached. */
  public static final List<CharSequence> NOT_KEPT = List.of("Cache-Control", "no-store");

  private static final Buffer NOTHING = Buffer.buffer();

  /** Validates that headers come in pairs. */
  public Answer {
    headers = List.copyOf(headers);
    if (headers.size() % 2 != 0) {
      throw new IllegalArgumentException("a header without a value: " + headers);
    }
  }

  /** Returns an answer without a body. */
  public static Answer empty(int status, List<CharSequence> headers) {
    return new Answer(status, "", headers, NOTHING);
  }
}
