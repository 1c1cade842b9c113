package io.windsock.link.transport;

import java.io.Serial;

/** Thrown when a session is lost; the message is the reason. */
public final class LostException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean permanent;

  /**
   * Creates an exception.
   *
   * @param permanent whether another session would be refused as well
   */
  public LostException(String reason, boolean permanent) {
    super(reason);
    this.permanent = permanent;
  }

  /** Returns whether another session would be refused as well, until somebody changes something. */
  public boolean permanent() {
    return permanent;
  }
}
