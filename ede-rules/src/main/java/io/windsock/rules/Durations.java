package io.windsock.rules;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts durations to and from their form in a rules file: {@code 500ms}, {@code 2s}, {@code
 * 30m}, {@code 12h}.
 */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9}) ?(ms|s|m|h)");

  private Durations() {}

  /** Parses a duration; returns null for any other form. */
  public static @Nullable Duration parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return null;
    }
    long amount = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  /** Returns the duration in the largest unit that represents it exactly. */
  public static String text(Duration duration) {
    long ms = duration.toMillis();
    if (ms == 0 || ms % 1000 != 0) {
      return ms + "ms";
    }
    long seconds = ms / 1000;
    if (seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
