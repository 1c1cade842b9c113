package io.windsock.contracts.schema;

import java.io.Serial;

/** A record whose bytes can't be read as an event; the message is the reason, in words. */
public final class UndecodableException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Takes the reason. */
  public UndecodableException(String reason) {
    // Thrown for bad input, not for a fault of ours: the place in our code says nothing.
    super(reason, null, false, false);
  }
}
