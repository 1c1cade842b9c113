package io.windsock.control.change;

/** A change can't be written now: another controller is active, or this one waits for something. */
public final class NotActiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** For that reason. */
  public NotActiveException(String reason) {
    super(reason);
  }
}
