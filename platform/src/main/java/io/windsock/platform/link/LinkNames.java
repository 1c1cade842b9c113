package io.windsock.platform.link;

import io.windsock.contracts.query.Question;
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
  static final String CONTENT_TYPE = "application/grpc";

  static final String STATUS = "grpc-status";
  static final String MESSAGE = "grpc-message";
  static final String STATUS_OK = "0";
  static final String STATUS_INVALID_ARGUMENT = "3";
  static final String STATUS_RESOURCE_EXHAUSTED = "8";
  static final String STATUS_UNIMPLEMENTED = "12";
  static final String STATUS_UNAVAILABLE = "14";

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
}
