package io.windsock.cli.show;

import java.util.Locale;

/** Formats quantities for display. */
public final class Units {
  private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB"};

  /** A smaller rate would be displayed as none. */
  private static final double MIN_SHOWN = 0.1;

  private Units() {}

  /** Formats with thousands separated: {@code 1,234,567}. */
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** Formats a rate: {@code 1,234/s}, with a decimal below ten; lower rates per minute or hour. */
  public static String rate(double perSecond) {
    if (perSecond > 0 && perSecond < MIN_SHOWN) {
      double perMinute = perSecond * 60;
      return perMinute < MIN_SHOWN
          ? String.format(Locale.ROOT, "%.1f/h", perMinute * 60)
          : String.format(Locale.ROOT, "%.1f/min", perMinute);
    }
    return String.format(Locale.ROOT, perSecond < 10 ? "%.1f/s" : "%,.0f/s", perSecond);
  }

  /** Formats a duration: {@code 850 ms}, {@code 12.3 s}, {@code 5 min 3 s}, {@code 2 h 5 min}. */
  public static String span(long ms) {
    if (ms < 1_000) {
      return ms + " ms";
    }
    if (ms < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", ms / 1e3);
    }
    long seconds = ms / 1_000;
    if (seconds < 3_600) {
      return seconds / 60 + " min " + seconds % 60 + " s";
    }
    return seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
  }

  /** Formats a size: {@code 1.5 GiB}. */
  public static String bytes(long n) {
    double size = n;
    int unit = 0;
    while (size >= 1024 && unit < BYTES.length - 1) {
      size /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", size, BYTES[unit]);
  }
}
