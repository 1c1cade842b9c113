package io.windsock.control.change;

/**
 * Thrown if a change can't be written now: another controller is active, or this one is not ready.
 */
public final class NotActiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with this reason. */
  public NotActiveException(String reason) {
    super(reason);
  }
}
