package io.windsock.control.change;

/**
 * Thrown if a change can't be written now, because another controller is active or this one is not
 * ready, or if its write is not confirmed.
 */
public final class NotActiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean mayBeMade;

  private NotActiveException(String reason, boolean mayBeMade) {
    super(reason);
    this.mayBeMade = mayBeMade;
  }

  /** Creates an exception with this reason; nothing has changed. */
  public NotActiveException(String reason) {
    this(reason, false);
  }

  /** Creates an exception for a write whose outcome is unknown. */
  public static NotActiveException unconfirmed(String reason) {
    return new NotActiveException(reason + "; the change may have been made all the same", true);
  }

  /** Returns whether the change may have been made all the same. */
  public boolean mayBeMade() {
    return mayBeMade;
  }
}
