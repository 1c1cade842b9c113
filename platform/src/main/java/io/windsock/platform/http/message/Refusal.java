package io.windsock.platform.http.message;

import java.io.Serial;
import java.util.List;

/**
 * A request that is not served, and why: thrown where the fault is found, answered as {@code
 * {"error", "remedy"}}. Carries no stack trace, because a client's mistake is no event of the
 * program.
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

  /** Of a request that can't be understood: 400. */
  public static Refusal bad(String error, String remedy) {
    return new Refusal(400, error, remedy, Answer.NOT_KEPT);
  }

  /** Of a request for something that isn't there: 404. */
  public static Refusal absent(String error, String remedy) {
    return new Refusal(404, error, remedy, Answer.NOT_KEPT);
  }

  /** With any other 4xx status. */
  public static Refusal of(int status, String error, String remedy) {
    return new Refusal(status, error, remedy, Answer.NOT_KEPT);
  }

  /** Of a method that the path does not have: 405 with {@code Allow}. */
  public static Refusal method(String error, String allow) {
    return new Refusal(
        405, error, "use " + allow, List.of("Cache-Control", "no-store", "Allow", allow));
  }

  /** Of a request after which the connection can't be used: any status, and the end of it. */
  public static Refusal last(int status, String error, String remedy) {
    return new Refusal(
        status, error, remedy, List.of("Cache-Control", "no-store", "Connection", "close"));
  }

  /**
   * Of a change of something that has changed since the client saw it: 412 with {@code ETag}.
   *
   * @param etag what it is now
   */
  public static Refusal changed(String error, String remedy, String etag) {
    return new Refusal(412, error, remedy, List.of("Cache-Control", "no-store", "ETag", etag));
  }

  /** For now: 503 with {@code Retry-After}, and the other servers in the answer. */
  public static Refusal unavailable(String error, String remedy, int retryAfterSeconds) {
    return new Refusal(
        503,
        error,
        remedy,
        List.of("Cache-Control", "no-store", "Retry-After", Integer.toString(retryAfterSeconds)));
  }

  /** A client's text as an error shows it: in quotes, cut to a length, no control characters. */
  public static String shown(String text) {
    StringBuilder out = new StringBuilder("'");
    int end = Math.min(text.length(), SHOWN_CHARS);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      out.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '\ufffd' : c);
    }
    return out.append(end < text.length() ? "…'" : "'").toString();
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** What is wrong, with the offending value. */
  public String error() {
    String message = getMessage();
    return message == null ? "" : message;
  }

  /** What to do about it. */
  public String remedy() {
    return remedy;
  }

  /** Headers of the answer, name and value in turn. */
  public List<CharSequence> headers() {
    return headers;
  }
}
