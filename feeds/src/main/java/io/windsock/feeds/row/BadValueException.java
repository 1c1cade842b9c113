package io.windsock.feeds.row;

import java.io.Serial;

/** Thrown for a record that can't be used; the message is the reason, with the offending value. */
public final class BadValueException extends Exception {
  @Serial private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN_CHARS = 80;

  /** Creates an exception with this reason. */
  public BadValueException(String reason) {
    // No stack trace: bad input is not a bug in this code.
    super(reason, null, false, false);
  }

  /**
   * Creates an exception for a field with an invalid text: {@code altitude: 'abc' is not a number}.
   */
  public static BadValueException of(String field, String text, String what) {
    return new BadValueException(field + ": '" + shorten(text) + "' " + what);
  }

  /** Truncates a long text for a message. */
  public static String shorten(String text) {
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
  }
}
