package io.windsock.contracts.schema;

import java.io.Serial;

/** Thrown for bytes that can't be read as an event; the message is the reason. */
public final class UndecodableException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception with this reason. */
  public UndecodableException(String reason) {
    // No stack trace: bad input is not a bug in this code.
    super(reason, null, false, false);
  }
}
