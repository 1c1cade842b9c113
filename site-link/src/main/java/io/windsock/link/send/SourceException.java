package io.windsock.link.send;

import io.windsock.platform.kafka.MissingOffset;
import java.io.Serial;

/**
 * Thrown when the source no longer has what the link needs next; the message says what, and the
 * remedy. The link stops or begins anew: it never skips records.
 */
final class SourceException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean trimmed;

  SourceException(String message) {
    this(message, false);
  }

  private SourceException(String message, boolean trimmed) {
    super(message);
    this.trimmed = trimmed;
  }

  /** Returns that the source was trimmed past the link's position. */
  static SourceException trimmed(MissingOffset missing) {
    return new SourceException(missing.reason(), true);
  }

  /** Returns whether the source was trimmed: what it has now can be copied anew. */
  boolean isTrimmed() {
    return trimmed;
  }
}
