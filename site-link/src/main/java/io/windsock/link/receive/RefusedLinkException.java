package io.windsock.link.receive;

import java.io.Serial;

/**
 * Thrown when a link can't be opened until somebody changes something; the message says what is
 * wrong, and the remedy.
 */
final class RefusedLinkException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  RefusedLinkException(String message) {
    super(message);
  }
}
