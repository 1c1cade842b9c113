package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Numbers;
import io.windsock.feeds.row.Row;
import java.util.List;

/** Compiles the part of a mapping that defines a number. */
final class Numerals {
  /** The keys that define a number, besides {@link Texts#MEMBERS}. */
  static final List<String> MEMBERS = List.of("convert", "min", "max", "outside");

  private final Texts texts;

  Numerals(Texts texts) {
    this.texts = texts;
  }

  /** Whether a field's number is used without conversion. */
  static boolean isPlain(ConfigNode node) {
    return MEMBERS.stream().noneMatch(node::has);
  }

  /** Compiles the number and reports faults at their places. */
  Value compile(String name, ConfigNode node) {
    int column = texts.plainColumn(node);
    Value value = column >= 0 ? row -> row.numberIfAny(column) : parsed(name, texts.compile(node));
    Unit.Conversion conversion = Unit.conversion(node.get("convert"));
    if (!conversion.equals(Unit.Conversion.NONE)) {
      value = converted(value, conversion.factor(), conversion.offset());
    }
    return bounded(name, value, node);
  }

  private static Value parsed(String name, Texts.Value value) {
    return row -> {
      String text = value.text(row);
      if (text == null) {
        return Double.NaN;
      }
      double number = Numbers.parse(text);
      if (Double.isNaN(number)) {
        throw BadValueException.of(name, text, "is not a number");
      }
      return number;
    };
  }

  private static Value converted(Value value, double factor, double offset) {
    return row -> value.number(row) * factor + offset;
  }

  private static Value bounded(String name, Value value, ConfigNode node) {
    double min = node.get("min").number();
    double max = node.get("max").number();
    boolean absentOutside =
        node.has("outside") && node.get("outside").oneOf("fault", "absent").equals("absent");
    if (min > max) {
      node.fault("min " + min + " is greater than max " + max);
    }
    if (Double.isNaN(min) && Double.isNaN(max)) {
      if (node.has("outside")) {
        node.get("outside").fault("needs 'min' or 'max' beside it");
      }
      return value;
    }
    return row -> {
      double number = value.number(row);
      if (number < min || number > max) {
        if (absentOutside) {
          return Double.NaN;
        }
        throw new BadValueException(name + ": " + number + " is not " + range(min, max));
      }
      return number;
    };
  }

  private static String range(double min, double max) {
    if (Double.isNaN(min)) {
      return "at most " + max;
    }
    return Double.isNaN(max) ? "at least " + min : "between " + min + " and " + max;
  }

  /** A number computed from a row. Stateless. */
  @FunctionalInterface
  interface Value {
    /** Returns a finite number; NaN if the row has no value. */
    double number(Row row) throws BadValueException;
  }
}
