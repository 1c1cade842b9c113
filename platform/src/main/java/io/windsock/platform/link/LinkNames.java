package io.windsock.platform.link;

import io.windsock.contracts.query.Question;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The names of the service on the wire. Its two methods are bidirectional streams of gRPC: the
 * client sends batches of calls, the server batches of answers. They differ only in which kind of
 * call travels there, so that big answers do not delay small ones.
 */
public final class LinkNames {
  /** The gRPC service; its version changes with the schemas of the batches. */
  public static final String SERVICE = "windsock.v1.Calls";

  /** The method for calls of kind {@link Question.Kind#KEY}. */
  public static final String KEYS = "Keys";

  /** The method for calls of kind {@link Question.Kind#VIEW}. */
  public static final String VIEWS = "Views";

  /** The media type of a stream. */
  public static final String CONTENT_TYPE = "application/grpc";

  /** The header or trailer with the status of a stream that has ended. */
  public static final String STATUS = "grpc-status";

  /** The header or trailer with the reason, {@link #escaped}. */
  public static final String MESSAGE = "grpc-message";

  /** The stream has ended as intended. */
  public static final String STATUS_OK = "0";

  /** What was sent is malformed or refused. */
  public static final String STATUS_INVALID_ARGUMENT = "3";

  /** There are too many streams. */
  public static final String STATUS_RESOURCE_EXHAUSTED = "8";

  /** What was asked can't be done until somebody changes something. */
  public static final String STATUS_FAILED_PRECONDITION = "9";

  /** There is no such method. */
  public static final String STATUS_UNIMPLEMENTED = "12";

  /** It may be tried again. */
  public static final String STATUS_UNAVAILABLE = "14";

  private static final int MAX_MESSAGE_CHARS = 200;

  private LinkNames() {}

  /** Returns the path of the method for a kind of calls. */
  public static String path(Question.Kind kind) {
    return "/" + SERVICE + "/" + (kind == Question.Kind.KEY ? KEYS : VIEWS);
  }

  /** Returns the kind of calls that a path is for; null if it is no method of the service. */
  static Question.@Nullable Kind kind(@Nullable String path) {
    for (Question.Kind kind : Question.Kind.values()) {
      if (path(kind).equals(path)) {
        return kind;
      }
    }
    return null;
  }

  /**
   * Returns a status message as gRPC escapes it: percent-encoded beyond printable ASCII. What is
   * beyond 200 characters is left out.
   */
  public static String escaped(String message) {
    return escaped(message, MAX_MESSAGE_CHARS);
  }

  /** As {@link #escaped(String)}, with up to {@code maxChars} characters of the message. */
  public static String escaped(String message, int maxChars) {
    StringBuilder text = new StringBuilder();
    String shown = message.length() <= maxChars ? message : message.substring(0, maxChars);
    for (byte b : shown.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b < 0x7f && b != '%') {
        text.append((char) b);
      } else {
        text.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
      }
    }
    return text.toString();
  }
}
