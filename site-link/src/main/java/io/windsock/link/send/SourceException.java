package io.windsock.link.send;

import java.io.Serial;

/**
 * Thrown when the source no longer has what the link needs next; the message says what, and the
 * remedy. The link stops: it never skips records.
 */
final class SourceException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  SourceException(String message) {
    super(message);
  }
}
