package io.windsock.contracts.query.codec;

import java.io.Serial;

/** Thrown for bytes that are not a batch, or one beyond its bounds; the message is the reason. */
public final class MalformedBatchException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception with this reason. */
  public MalformedBatchException(String reason) {
    // No stack trace: bad input is not a bug in this code.
    super(reason, null, false, false);
  }
}
