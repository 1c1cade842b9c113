package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A unit of measure under its name in mappings, with its conversion to the base unit. */
enum Unit {
  METRE("m", "length", 1, 0),
  KILOMETRE("km", "length", 1000, 0),
  FOOT("ft", "length", 0.3048, 0),
  FLIGHT_LEVEL("FL", "length", 30.48, 0),
  NAUTICAL_MILE("NM", "length", 1852, 0),
  MILE("mi", "length", 1609.344, 0),
  METRE_PER_SECOND("m/s", "speed", 1, 0),
  KILOMETRE_PER_HOUR("km/h", "speed", 1000 / 3600.0, 0),
  KNOT("kt", "speed", 1852 / 3600.0, 0),
  MILE_PER_HOUR("mph", "speed", 1609.344 / 3600, 0),
  FOOT_PER_MINUTE("ft/min", "speed", 0.3048 / 60, 0),
  MILLISECOND("ms", "time", 0.001, 0),
  SECOND("s", "time", 1, 0),
  MINUTE("min", "time", 60, 0),
  HOUR("h", "time", 3600, 0),
  DEGREE("deg", "angle", 1, 0),
  RADIAN("rad", "angle", 180 / Math.PI, 0),
  KILOGRAM("kg", "mass", 1, 0),
  GRAM("g", "mass", 0.001, 0),
  TONNE("t", "mass", 1000, 0),
  POUND("lb", "mass", 0.45359237, 0),
  HECTOPASCAL("hPa", "pressure", 1, 0),
  INCH_OF_MERCURY("inHg", "pressure", 33.86389, 0),
  CELSIUS("C", "temperature", 1, 0),
  KELVIN("K", "temperature", 1, -273.15),
  FAHRENHEIT("F", "temperature", 5 / 9.0, -160 / 9.0);

  private final String text;
  private final String quantity;
  private final double factor;
  private final double offset;

  Unit(String text, String quantity, double factor, double offset) {
    this.text = text;
    this.quantity = quantity;
    this.factor = factor;
    this.offset = offset;
  }

  /** A conversion: {@code value * factor + offset}. */
  record Conversion(double factor, double offset) {
    static final Conversion NONE = new Conversion(1, 0);
  }

  /** Parses {@code m to ft} and reports faults at {@code node}. */
  static Conversion conversion(ConfigNode node) {
    if (!node.present()) {
      return Conversion.NONE;
    }
    String[] parts = node.scalar().split(" to ", -1);
    Unit from = find(parts[0].strip());
    Unit to = parts.length == 2 ? find(parts[1].strip()) : null;
    if (from == null || to == null) {
      node.fault("is '" + node.scalar() + "'; it should be like 'm to ft', with two of " + names());
      return Conversion.NONE;
    }
    if (!from.quantity.equals(to.quantity)) {
      node.fault(from + " is a " + from.quantity + " and " + to + " a " + to.quantity);
      return Conversion.NONE;
    }
    return new Conversion(from.factor / to.factor, (from.offset - to.offset) / to.factor);
  }

  private static @Nullable Unit find(String text) {
    for (Unit unit : values()) {
      if (unit.text.equals(text)) {
        return unit;
      }
    }
    return null;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Unit unit : values()) {
      names.add(unit.text);
    }
    return names;
  }

  @Override
  public String toString() {
    return text;
  }
}
