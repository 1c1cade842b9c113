package io.windsock.feeds.row;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.nio.charset.StandardCharsets;

/**
 * Parses decimal numbers from ASCII bytes without creating strings. The result is exactly that of
 * {@link Double#parseDouble}, but only plain decimals are accepted: no hexadecimal, type suffixes,
 * {@code NaN}, {@code Infinity} or inner blanks.
 */
public final class Numbers {
  /** The result of {@link #parse} for a text that is not a finite number. */
  public static final double NONE = Double.NaN;

  private Numbers() {}

  /** Returns the number in {@code bytes[from, to)}, or {@link #NONE}. */
  public static double parse(byte[] bytes, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && bytes[start] == ' ') {
      start++;
    }
    while (end > start && bytes[end - 1] == ' ') {
      end--;
    }
    return start < end && isDecimal(bytes, start, end) ? finite(bytes, start, end) : NONE;
  }

  /** Returns the number in a text, or {@link #NONE}. */
  public static double parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length);
  }

  /**
   * Whether all bytes are characters of a plain decimal. The parser itself accepts everything that
   * Java does.
   */
  private static boolean isDecimal(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      int c = bytes[i];
      boolean digit = c >= '0' && c <= '9';
      if (!digit && c != '.' && c != '-' && c != '+' && (c | 0x20) != 'e') {
        return false;
      }
    }
    return true;
  }

  private static double finite(byte[] bytes, int from, int to) {
    try {
      double value = JavaDoubleParser.parseDouble(bytes, from, to - from);
      return Double.isInfinite(value) ? NONE : value;
    } catch (NumberFormatException e) {
      return NONE;
    }
  }
}
