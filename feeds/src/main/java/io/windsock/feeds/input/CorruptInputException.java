package io.windsock.feeds.input;

import java.io.IOException;
import java.io.Serial;

/** Thrown for corrupt compressed data in a file that is otherwise readable. */
public final class CorruptInputException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  private final String reason;

  public CorruptInputException(String reason, IOException cause) {
    super(reason, cause);
    this.reason = reason;
  }

  /** Returns the reason. */
  public String reason() {
    return reason;
  }
}
