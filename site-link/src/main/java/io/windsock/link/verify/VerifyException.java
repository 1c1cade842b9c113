package io.windsock.link.verify;

import java.io.Serial;

/** Thrown when source and target can't be compared; the message gives the reason and the remedy. */
public final class VerifyException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  VerifyException(String message) {
    super(message);
  }
}
