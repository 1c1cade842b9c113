package io.windsock.feeds.read;

import java.io.IOException;
import java.io.Serial;

/** Thrown for corrupt compressed data in a file that is otherwise readable. */
final class CorruptInputException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  private final String reason;

  CorruptInputException(String reason, IOException cause) {
    super(reason, cause);
    this.reason = reason;
  }

  /** Returns the reason. */
  String reason() {
    return reason;
  }
}
