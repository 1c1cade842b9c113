package io.windsock.feeds.read;

import java.io.IOException;
import java.io.Serial;

/** Compressed data that can't be unpacked further. The file is there and readable; it is broken. */
final class CorruptInputException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  private final String reason;

  CorruptInputException(String reason, IOException cause) {
    super(reason, cause);
    this.reason = reason;
  }

  /** Why, in words. */
  String reason() {
    return reason;
  }
}
