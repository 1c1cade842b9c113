package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import java.util.HashMap;
import java.util.Map;

/** Makes the writer of a field from the value that it is to hold. */
final class Writers {
  /** An event before 1970 or from 2200 on is one whose unit is wrong. */
  private static final long MAX_TIME_MS = 7_258_118_400_000L;

  private Writers() {}

  /** Writes texts, enum symbols and truth values; numbers too, where they come as text. */
  static FieldWriter text(Target target, TextValue value) {
    return switch (target.type()) {
      case ENUM -> enumeration(target, value);
      case BOOLEAN -> bool(target, value);
      default -> string(target, value);
    };
  }

  private static FieldWriter string(Target target, TextValue value) {
    return (row, out) -> {
      String text = value.text(row);
      if (text == null) {
        target.writeAbsent(out);
      } else {
        target.begin(out);
        out.text(text);
      }
    };
  }

  private static FieldWriter enumeration(Target target, TextValue value) {
    Map<String, Integer> symbols = new HashMap<>();
    target.symbols().forEach(symbol -> symbols.put(symbol, symbols.size()));
    return (row, out) -> {
      String text = value.text(row);
      if (text == null) {
        target.writeAbsent(out);
        return;
      }
      Integer symbol = symbols.get(text);
      if (symbol == null) {
        throw BadValueException.of(target.name(), text, "is none of " + target.symbols());
      }
      target.begin(out);
      out.number(symbol);
    };
  }

  private static FieldWriter bool(Target target, TextValue value) {
    return (row, out) -> {
      String text = value.text(row);
      if (text == null) {
        target.writeAbsent(out);
        return;
      }
      target.begin(out);
      switch (text) {
        case "true", "True", "TRUE", "t", "1", "-1", "Y", "y", "yes" -> out.bool(true);
        case "false", "False", "FALSE", "f", "0", "N", "n", "no" -> out.bool(false);
        default -> throw BadValueException.of(target.name(), text, "is neither true nor false");
      }
    };
  }

  /** Writes numbers; whole ones are rounded to. */
  static FieldWriter number(Target target, NumberValue value) {
    return (row, out) -> {
      double number = value.number(row);
      if (Double.isNaN(number)) {
        target.writeAbsent(out);
        return;
      }
      target.begin(out);
      switch (target.type()) {
        case FLOAT -> out.real32((float) number);
        case DOUBLE -> out.real64(number);
        case INT -> out.number(whole(target, number, Integer.MIN_VALUE, Integer.MAX_VALUE));
        default -> out.number(whole(target, number, -0x1p63, 0x1p63));
      }
    };
  }

  private static long whole(Target target, double number, double min, double max)
      throws BadValueException {
    if (number < min || number > max) {
      throw new BadValueException(target.name() + ": " + number + " is too large");
    }
    return Math.round(number);
  }

  /** Writes a field of whole numbers exactly, however many digits they have. */
  static FieldWriter whole(Target target, int column) {
    return (row, out) -> {
      if (row.absent(column)) {
        target.writeAbsent(out);
      } else {
        target.begin(out);
        out.number(row.integer(column));
      }
    };
  }

  /** Writes instants. */
  static FieldWriter time(Target target, TimeValue value) {
    return (row, out) -> {
      long timeMs = value.timeMs(row);
      if (timeMs == TimeValue.ABSENT) {
        target.writeAbsent(out);
      } else {
        target.begin(out);
        out.number(checkTime(target.name(), timeMs));
      }
    };
  }

  /** Refuses an instant that can't be meant. */
  static long checkTime(String name, long timeMs) throws BadValueException {
    if (timeMs < 0 || timeMs >= MAX_TIME_MS) {
      throw new BadValueException(
          name + ": " + timeMs + " ms is not between 1970 and 2200; is its unit right?");
    }
    return timeMs;
  }
}
