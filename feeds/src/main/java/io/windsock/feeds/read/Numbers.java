package io.windsock.feeds.read;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.nio.charset.StandardCharsets;

/**
 * Reads decimal numbers from ASCII bytes without making strings of them. Gives exactly what {@link
 * Double#parseDouble} gives; refuses what is not a plain decimal: hexadecimal, type suffixes,
 * {@code NaN}, {@code Infinity}, blanks inside.
 */
public final class Numbers {
  /** What {@link #parse} answers for a text that is no finite number. */
  public static final double NONE = Double.NaN;

  private Numbers() {}

  /** The number that stands in {@code bytes[from, to)}, or {@link #NONE}. */
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

  /** The number that a text holds, or {@link #NONE}. */
  public static double parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length);
  }

  /** The parser takes all that Java does; what it takes of these characters is a decimal. */
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
