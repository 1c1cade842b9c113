package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.feeds.read.BadValueException;
import io.windsock.feeds.read.TimeText;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A text conversion, under its name in mappings. */
enum TextStep {
  /** Removes surrounding blanks. */
  STRIP,
  /** Converts to upper case. */
  UPPER,
  /** Converts to lower case. */
  LOWER,
  /** Returns the date {@code yyyy-mm-dd} at the start of the text. */
  DATE,
  /** Removes leading zeros. */
  UNPAD;

  private static final int DATE_CHARS = 10;

  /**
   * Adds the step with that name to {@code steps}; reports an unknown name at {@code node}.
   *
   * @param subject the start of the fault's message
   */
  static void add(String name, List<TextStep> steps, ConfigNode node, String subject) {
    for (TextStep step : values()) {
      if (step.toString().equals(name)) {
        steps.add(step);
        return;
      }
    }
    node.fault(subject + "is no step; there are " + Arrays.toString(values()));
  }

  String apply(String text) throws BadValueException {
    return switch (this) {
      case STRIP -> text.strip();
      case UPPER -> text.toUpperCase(Locale.ROOT);
      case LOWER -> text.toLowerCase(Locale.ROOT);
      case DATE -> date(text);
      case UNPAD -> unpad(text);
    };
  }

  private static String date(String text) throws BadValueException {
    if (TimeText.epochDay(text, 0) == TimeText.NONE) {
      throw new BadValueException(
          "'" + BadValueException.shorten(text) + "' does not begin with a date");
    }
    return text.substring(0, DATE_CHARS).replace('/', '-');
  }

  private static String unpad(String text) {
    int at = 0;
    while (at < text.length() - 1 && text.charAt(at) == '0') {
      at++;
    }
    return text.substring(at);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
