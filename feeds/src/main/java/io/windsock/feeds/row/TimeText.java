package io.windsock.feeds.row;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Parses dates and times without creating objects: {@code 2017-08-02T11:44:08Z}, {@code 2024-09-10
 * 00:51:00.5-04:00}, {@code 2022/04/10 12:52}. Pure.
 */
public final class TimeText {
  /** The result of these methods for an invalid text. */
  public static final long NONE = Long.MIN_VALUE;

  private static final int DATE_CHARS = 10;
  private static final long DAY_MS = 86_400_000;

  private TimeText() {}

  /**
   * Returns the instant of a date and time, ms since the epoch.
   *
   * @param zone the zone of a text without an offset; null: the text must have one
   */
  public static long instantMs(String text, @Nullable ZoneRules zone) {
    int length = text.length();
    if (length < DATE_CHARS + 1) {
      return NONE;
    }
    char separator = text.charAt(DATE_CHARS);
    long day = epochDay(text, 0);
    int end = offsetStart(text, DATE_CHARS + 1);
    long clock = clockMs(text, DATE_CHARS + 1, end);
    if (day == NONE || clock == NONE || (separator != 'T' && separator != ' ')) {
      return NONE;
    }
    long localMs = day * DAY_MS + clock;
    if (end == length) {
      return zone == null ? NONE : toInstantMs(localMs, zone);
    }
    long offset = offsetMs(text, end);
    return offset == NONE ? NONE : localMs - offset;
  }

  /** Returns the instant of a local time under {@code zone}, the earlier of two. */
  public static long toInstantMs(long localMs, ZoneRules zone) {
    if (zone.isFixedOffset()) {
      return localMs - zone.getOffset(Instant.EPOCH).getTotalSeconds() * 1000L;
    }
    LocalDateTime local =
        LocalDateTime.ofEpochSecond(Math.floorDiv(localMs, 1000L), 0, ZoneOffset.UTC);
    return localMs - zone.getOffset(local).getTotalSeconds() * 1000L;
  }

  /** Returns the epoch day of {@code yyyy-mm-dd}, or with slashes, at {@code from}. */
  public static long epochDay(String text, int from) {
    if (text.length() < from + DATE_CHARS) {
      return NONE;
    }
    char separator = text.charAt(from + 4);
    int year = digits(text, from, 4);
    int month = digits(text, from + 5, 2);
    int day = digits(text, from + 8, 2);
    boolean separated =
        (separator == '-' || separator == '/') && text.charAt(from + 7) == separator;
    return separated ? epochDay(year, month, day) : NONE;
  }

  private static long epochDay(int year, int month, int day) {
    if (year < 0 || month < 1 || month > 12 || day < 1) {
      return NONE;
    }
    // Checked first, because an exception would cost more than the row.
    boolean exists = day <= 28 || day <= YearMonth.of(year, month).lengthOfMonth();
    return exists ? LocalDate.of(year, month, day).toEpochDay() : NONE;
  }

  /** Returns the time of day {@code hh:mm[:ss[.fraction]]} in {@code [from, to)}, ms. */
  public static long clockMs(String text, int from, int to) {
    if (to - from < 5 || text.charAt(from + 2) != ':') {
      return NONE;
    }
    int hour = digits(text, from, 2);
    int minute = digits(text, from + 3, 2);
    int second = 0;
    long fraction = 0;
    if (to - from > 5) {
      boolean hasSecond = to - from >= 8 && text.charAt(from + 5) == ':';
      second = hasSecond ? digits(text, from + 6, 2) : -1;
      fraction = to - from > 8 ? fractionMs(text, from + 8, to) : 0;
    }
    boolean valid = hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
    // 60 is a leap second, which epoch time does not count.
    if (!valid || second < 0 || second > 60 || fraction < 0) {
      return NONE;
    }
    return (hour * 3600L + minute * 60L + Math.min(second, 59)) * 1000 + fraction;
  }

  private static long fractionMs(String text, int from, int to) {
    if ((text.charAt(from) != '.' && text.charAt(from) != ',') || to - from < 2) {
      return NONE;
    }
    long ms = 0;
    int scale = 100;
    for (int i = from + 1; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return NONE;
      }
      ms += (long) digit * scale;
      scale /= 10;
    }
    return ms;
  }

  /** Returns the position of {@code Z}, {@code +} or {@code -}; the end if there is none. */
  private static int offsetStart(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'Z' || c == 'z' || c == '+' || c == '-') {
        return i;
      }
    }
    return text.length();
  }

  private static long offsetMs(String text, int from) {
    int length = text.length() - from;
    char sign = text.charAt(from);
    if (sign == 'Z' || sign == 'z') {
      return length == 1 ? 0 : NONE;
    }
    boolean colon = length == 6 && text.charAt(from + 3) == ':';
    if (length != 3 && length != 5 && !colon) {
      return NONE;
    }
    int hours = digits(text, from + 1, 2);
    int minutes = length == 3 ? 0 : digits(text, from + (colon ? 4 : 3), 2);
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
      return NONE;
    }
    long ms = (hours * 60L + minutes) * 60_000;
    return sign == '-' ? -ms : ms;
  }

  /** Returns the number in {@code count} digits; negative if any character is not a digit. */
  private static int digits(String text, int from, int count) {
    int value = 0;
    for (int i = from; i < from + count; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
