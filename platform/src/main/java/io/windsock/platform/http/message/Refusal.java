package io.windsock.platform.http.message;

import java.io.Serial;
import java.util.List;

/**
 * A refused request and the reason. Thrown where the fault is found, and answered as {@code
 * {"error", "remedy"}}. It has no stack trace, because a client's mistake is not a program error.
 */
public final class Refusal extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;
  private static final int SHOWN_CHARS = 80;

  private final int status;
  private final String remedy;
  private final transient List<CharSequence> headers;

  private Refusal(int status, String error, String remedy, List<CharSequence> headers) {
    super(error, null, false, false);
    this.status = status;
    this.remedy = remedy;
    this.headers = headers;
  }

  /** Returns a refusal of a malformed request: 400. */
  public static Refusal bad(String error, String remedy) {
    return new Refusal(400, error, remedy, Answer.NOT_KEPT);
  }

  /** Returns a refusal of a request for something that does not exist: 404. */
  public static Refusal absent(String error, String remedy) {
    return new Refusal(404, error, remedy, Answer.NOT_KEPT);
  }

  /** Returns a refusal with any other 4xx status. */
  public static Refusal of(int status, String error, String remedy) {
    return new Refusal(status, error, remedy, Answer.NOT_KEPT);
  }

  /** Returns a refusal of an unsupported method: 405 with {@code Allow}. */
  public static Refusal method(String error, String allow) {
    return new Refusal(
        405, error, "use " + allow, List.of("Cache-Control", "no-store", "Allow", allow));
  }

  /**
   * Returns a refusal, with any status, that closes the connection because it is no longer usable.
   */
  public static Refusal last(int status, String error, String remedy) {
    return new Refusal(
        status, error, remedy, List.of("Cache-Control", "no-store", "Connection", "close"));
  }

  /**
   * Returns a refusal of a change based on outdated data: 412 with {@code ETag}.
   *
   * @param etag the current entity tag
   */
  public static Refusal changed(String error, String remedy, String etag) {
    return new Refusal(412, error, remedy, List.of("Cache-Control", "no-store", "ETag", etag));
  }

  /**
   * Returns a temporary refusal: 503 with {@code Retry-After}; the answer lists the other servers.
   */
  public static Refusal unavailable(String error, String remedy, int retryAfterSeconds) {
    return new Refusal(
        503,
        error,
        remedy,
        List.of("Cache-Control", "no-store", "Retry-After", Integer.toString(retryAfterSeconds)));
  }

  /** Returns a client's text for use in an error: quoted, truncated, without control characters. */
  public static String shown(String text) {
    StringBuilder out = new StringBuilder("'");
    int end = Math.min(text.length(), SHOWN_CHARS);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      out.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '\ufffd' : c);
    }
    return out.append(end < text.length() ? "…'" : "'").toString();
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the fault, with the offending value. */
  public String error() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  /** Returns the remedy. */
  public String remedy() {
    return remedy;
  }

  /** Returns the headers of the answer, alternating name and value. */
  public List<CharSequence> headers() {
    return headers;
  }
}
