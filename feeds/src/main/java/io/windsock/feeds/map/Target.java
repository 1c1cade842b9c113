package io.windsock.feeds.map;

import io.windsock.feeds.AvroBuffer;
import io.windsock.feeds.row.BadValueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/**
 * A field of an event's schema as the target of a mapping: its valid values and its absent value.
 * Immutable.
 */
final class Target {
  /** Times before 1970 or from 2200 on indicate a wrong unit. */
  private static final long MAX_TIME_MS = 7_258_118_400_000L;

  private static final double MAX_FLOAT = Float.MAX_VALUE;

  /** The largest double that a long can hold. */
  private static final double MAX_LONG = Math.nextDown(0x1p63);

  private final String name;
  private final Schema schema;

  /** The index of the value's branch in the union; negative if the field is not a union. */
  private final int branch;

  private final byte @Nullable [] absent;

  private Target(String name, Schema schema, int branch, byte @Nullable [] absent) {
    this.name = name;
    this.schema = schema;
    this.branch = branch;
    this.absent = absent;
  }

  /** Returns the field; null if mappings can't write its type, for example an array. */
  static @Nullable Target of(Schema.Field field) {
    Schema schema = field.schema();
    byte[] absent = defaultBytes(field);
    if (absent == null && schema.isNullable()) {
      absent = encoded(schema, null);
    }
    List<Schema> branches = schema.isUnion() ? schema.getTypes() : List.of(schema);
    for (int i = 0; i < branches.size(); i++) {
      if (writable(branches.get(i))) {
        return new Target(field.name(), branches.get(i), schema.isUnion() ? i : -1, absent);
      }
    }
    return null;
  }

  private static boolean writable(Schema schema) {
    return switch (schema.getType()) {
      case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, ENUM -> true;
      default -> false;
    };
  }

  /** Returns the bytes written for an unmapped field; null if it must be mapped. */
  static byte @Nullable [] defaultBytes(Schema.Field field) {
    return field.hasDefaultValue()
        ? encoded(field.schema(), GenericData.get().getDefaultValue(field))
        : null;
  }

  private static byte[] encoded(Schema schema, @Nullable Object value) {
    AvroBuffer buffer = new AvroBuffer();
    try {
      new GenericDatumWriter<@Nullable Object>(schema).write(value, buffer.startBare());
      return buffer.toBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the same field with another absent value. */
  Target withAbsent(byte[] bytes) {
    return new Target(name, schema, branch, bytes);
  }

  String name() {
    return name;
  }

  /** Returns the type of the value, without null. */
  Schema.Type type() {
    return schema.getType();
  }

  boolean isTime() {
    return LogicalTypes.timestampMillis().equals(schema.getLogicalType());
  }

  boolean isNumeric() {
    return switch (schema.getType()) {
      case INT, LONG, FLOAT, DOUBLE -> !isTime();
      default -> false;
    };
  }

  /** Writes the index of the union's branch. */
  private void begin(Encoder out) throws IOException {
    if (branch >= 0) {
      out.writeIndex(branch);
    }
  }

  /** Writes the absent value. */
  void writeAbsent(Encoder out) throws BadValueException, IOException {
    if (absent == null) {
      throw new BadValueException(name + " is absent, but the event requires it");
    }
    out.writeFixed(absent);
  }

  /** Writes a text, enum symbol or boolean; the absent value for null. */
  void writeText(@Nullable String text, Encoder out) throws BadValueException, IOException {
    if (text == null) {
      writeAbsent(out);
      return;
    }
    begin(out);
    switch (schema.getType()) {
      case ENUM -> out.writeEnum(ordinal(text));
      case BOOLEAN -> out.writeBoolean(truth(text));
      default -> out.writeString(text);
    }
  }

  private int ordinal(String symbol) throws BadValueException {
    if (!schema.hasEnumSymbol(symbol)) {
      throw BadValueException.of(name, symbol, "is none of " + schema.getEnumSymbols());
    }
    return schema.getEnumOrdinal(symbol);
  }

  private boolean truth(String text) throws BadValueException {
    return switch (text) {
      case "true", "True", "TRUE", "t", "1", "-1", "Y", "y", "yes" -> true;
      case "false", "False", "FALSE", "f", "0", "N", "n", "no" -> false;
      default -> throw BadValueException.of(name, text, "is neither true nor false");
    };
  }

  /** Writes a number, rounded if the field is integral; the absent value for NaN. */
  void writeNumber(double number, Encoder out) throws BadValueException, IOException {
    if (Double.isNaN(number)) {
      writeAbsent(out);
      return;
    }
    begin(out);
    switch (schema.getType()) {
      case FLOAT -> out.writeFloat((float) within(number, -MAX_FLOAT, MAX_FLOAT));
      case DOUBLE -> out.writeDouble(within(number, -Double.MAX_VALUE, Double.MAX_VALUE));
      case INT ->
          out.writeInt((int) Math.round(within(number, Integer.MIN_VALUE, Integer.MAX_VALUE)));
      default -> out.writeLong(Math.round(within(number, -0x1p63, MAX_LONG)));
    }
  }

  private double within(double number, double min, double max) throws BadValueException {
    if (number < min || number > max) {
      throw new BadValueException(name + ": " + number + " is too large");
    }
    return number;
  }

  /** Writes an integer exactly, regardless of its number of digits. */
  void writeWhole(long number, Encoder out) throws IOException {
    begin(out);
    out.writeLong(number);
  }

  /** Writes an instant; the absent value for {@link Times.Value#ABSENT}. */
  void writeTime(long timeMs, Encoder out) throws BadValueException, IOException {
    if (timeMs == Times.Value.ABSENT) {
      writeAbsent(out);
    } else {
      writeWhole(checkTime(name, timeMs), out);
    }
  }

  /** Rejects an implausible instant. */
  static long checkTime(String name, long timeMs) throws BadValueException {
    if (timeMs < 0 || timeMs >= MAX_TIME_MS) {
      throw new BadValueException(
          name + ": " + timeMs + " ms is not between 1970 and 2200; is its unit right?");
    }
    return timeMs;
  }
}
