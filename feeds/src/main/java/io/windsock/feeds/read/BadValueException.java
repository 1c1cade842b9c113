package io.windsock.feeds.read;

import java.io.Serial;

/** A record that can't be used; the message says why, with the offending value. */
public final class BadValueException extends Exception {
  @Serial private static final long serialVersionUID = 1L;
  private static final int MAX_SHOWN_CHARS = 80;

  /** Takes the reason. */
  public BadValueException(String reason) {
    // Thrown for bad input, not for a fault of ours: the place in our code says nothing.
    super(reason, null, false, false);
  }

  /** A field whose text is not what it must be: {@code altitude: 'abc' is not a number}. */
  public static BadValueException of(String field, String text, String what) {
    return new BadValueException(field + ": '" + shorten(text) + "' " + what);
  }

  /** Cuts a long text for a message. */
  public static String shorten(String text) {
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
  }
}
