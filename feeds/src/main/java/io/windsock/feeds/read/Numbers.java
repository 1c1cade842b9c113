package io.windsock.feeds.read;

import java.nio.charset.StandardCharsets;

/**
 * Reads decimal numbers from ASCII bytes without making strings of them. Gives exactly what {@link
 * Double#parseDouble} gives; refuses what is not a plain decimal: hexadecimal, type suffixes,
 * {@code NaN}, {@code Infinity}, blanks inside.
 */
public final class Numbers {
  /** What {@link #parse} answers for a text that is no finite number. */
  public static final double NONE = Double.NaN;

  private static final int MAX_DIGITS = 18;
  private static final long EXACT_MANTISSA = 1L << 53;
  private static final int MAX_EXPONENT = 9_999;
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

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
    return plain(bytes, start, end);
  }

  /** The number that a text holds, or {@link #NONE}. */
  public static double parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length);
  }

  private static double plain(byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = at < to && bytes[at] == '-';
    if (negative || (at < to && bytes[at] == '+')) {
      at++;
    }
    long mantissa = 0;
    int digits = 0;
    int scale = 0;
    boolean any = false;
    boolean point = false;
    for (; at < to; at++) {
      int c = bytes[at];
      if (c >= '0' && c <= '9') {
        any = true;
        if (mantissa != 0 || c != '0') {
          digits++;
        }
        if (digits <= MAX_DIGITS) {
          mantissa = mantissa * 10 + (c - '0');
          scale -= point ? 1 : 0;
        }
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (!any) {
      return NONE;
    }
    int exponent = exponent(bytes, at, to);
    if (exponent > MAX_EXPONENT) {
      return NONE;
    }
    return value(bytes, from, to, negative, mantissa, digits, scale + exponent);
  }

  /** The exponent that stands in {@code bytes[from, to)}, 0 for none; too great: not a number. */
  private static int exponent(byte[] bytes, int from, int to) {
    if (from == to) {
      return 0;
    }
    int at = from + 1;
    boolean marked = (bytes[from] | 0x20) == 'e' && at < to;
    boolean negative = marked && bytes[at] == '-';
    if (negative || (marked && bytes[at] == '+')) {
      at++;
    }
    if (!marked || at == to) {
      return Integer.MAX_VALUE;
    }
    int value = 0;
    for (; at < to; at++) {
      if (bytes[at] < '0' || bytes[at] > '9') {
        return Integer.MAX_VALUE;
      }
      value = Math.min(value * 10 + bytes[at] - '0', MAX_EXPONENT);
    }
    return negative ? -value : value;
  }

  private static double value(
      byte[] bytes, int from, int to, boolean negative, long mantissa, int digits, int scale) {
    if (digits <= MAX_DIGITS && mantissa <= EXACT_MANTISSA && scale >= -22 && scale <= 22) {
      // Both factors are exact, so that the one rounding is the right one (Clinger's fast path).
      double power = POWERS_OF_TEN[Math.abs(scale)];
      double value = scale < 0 ? mantissa / power : mantissa * power;
      return negative ? -value : value;
    }
    double value =
        Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
    return Double.isInfinite(value) ? NONE : value;
  }
}
