package io.windsock.ede.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigNode;
import io.windsock.rules.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the bounded texts and durations of a board section. */
final class BoardText {
  /** The longest age that a board section may specify. */
  private static final Duration MAX_AGE = Duration.ofDays(366);

  private BoardText() {}

  /**
   * Returns the text at {@code at}, which may be empty; {@code otherwise} if it is absent or
   * invalid.
   */
  static String of(ConfigNode at, int maxChars, String otherwise) {
    if (!at.present()) {
      return otherwise;
    }
    String text = at.value().isTextual() ? at.value().textValue() : null;
    if (text == null
        || text.length() > maxChars
        || text.chars().anyMatch(Character::isISOControl)) {
      at.fault("must be a text of " + maxChars + " characters at most, on one line");
      return otherwise;
    }
    return text;
  }

  /** Puts the text at {@code at}, if any, under {@code name}. */
  static void put(ConfigNode at, int maxChars, ObjectNode to, String name) {
    if (at.present()) {
      to.put(name, of(at, maxChars, ""));
    }
  }

  /**
   * Puts the text at {@code at}, if any, under {@code name}; adds a fault if it is not in {@code
   * known}.
   */
  static void oneOf(ConfigNode at, Set<String> known, ObjectNode to, String name) {
    String text = at.optionalText();
    if (text != null && !known.contains(text)) {
      at.fault("is '" + text + "'; it may be one of " + sorted(known));
    }
    if (text != null) {
      to.put(name, text);
    }
  }

  /** Returns the words in a stable order, for messages. */
  static List<String> sorted(Set<String> words) {
    return words.stream().sorted().toList();
  }

  /**
   * Returns the duration at {@code at} in ms; adds a fault and returns 0 if it is invalid or too
   * long.
   */
  static long durationMs(ConfigNode at) {
    String text = at.text();
    Duration duration = text.isEmpty() ? null : Durations.parse(text);
    if (duration != null && duration.compareTo(MAX_AGE) <= 0) {
      return duration.toMillis();
    }
    if (!text.isEmpty()) {
      at.fault("is '" + text + "'; it must be a duration such as 90s, 20m or 2h, a year at most");
    }
    return 0;
  }

  /** Returns a label for a name: "Level cm" for "levelCm" and "level_cm". */
  static String inWords(String name) {
    String words =
        name.replaceAll("([a-z0-9])([A-Z])", "$1 $2")
            .replaceAll("[_-]", " ")
            .toLowerCase(Locale.ROOT);
    return words.isEmpty()
        ? words
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
