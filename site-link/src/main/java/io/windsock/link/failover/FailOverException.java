package io.windsock.link.failover;

import java.io.Serial;

/** Thrown when a fail-over step must not be taken; the message says why, and the remedy. */
public final class FailOverException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  FailOverException(String message) {
    super(message);
  }
}
