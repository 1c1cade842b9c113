package io.windsock.link.stage;

import java.io.Serial;

/**
 * Thrown by a {@link KeyRing} whose keys are out of reach for now, as when a key management service
 * does not answer; the message says why. It ends the session, and the next one asks again.
 */
public final class KeyRingException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason, which may get into logs and to the other side. */
  public KeyRingException(String message, Throwable cause) {
    super(message, cause);
  }
}
