package io.windsock.link.transport;

import java.io.Serial;
import java.util.regex.Pattern;

/** Thrown when a session is lost; the message is the reason. */
public final class LostException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  private final boolean permanent;

  /**
   * Creates an exception.
   *
   * @param reason why; may have a peer's words, of which control characters are replaced, since
   *     they would forge lines of a log
   * @param permanent whether another session would be refused as well
   */
  public LostException(String reason, boolean permanent) {
    super(UNPRINTABLE.matcher(reason).replaceAll("\ufffd"));
    this.permanent = permanent;
  }

  /** Returns whether another session would be refused as well, until somebody changes something. */
  public boolean permanent() {
    return permanent;
  }
}
