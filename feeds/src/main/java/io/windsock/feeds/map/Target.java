package io.windsock.feeds.map;

import io.windsock.feeds.read.BadValueException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * A field of an event's schema, as something to be written: what its value may be, and what stands
 * for no value. Immutable.
 */
final class Target {
  private final String name;
  private final Schema schema;
  private final byte[] prefix;
  private final byte @Nullable [] absent;

  private Target(String name, Schema schema, byte[] prefix, byte @Nullable [] absent) {
    this.name = name;
    this.schema = schema;
    this.prefix = prefix;
    this.absent = absent;
  }

  /** The field; null if it has a type that no mapping can write, such as an array. */
  static @Nullable Target of(Schema.Field field) {
    byte[] absent = field.hasDefaultValue() ? defaultBytes(field) : null;
    Schema schema = field.schema();
    if (schema.getType() != Schema.Type.UNION) {
      return writable(schema) ? new Target(field.name(), schema, new byte[0], absent) : null;
    }
    List<Schema> branches = schema.getTypes();
    for (int i = 0; i < branches.size(); i++) {
      if (branches.get(i).getType() == Schema.Type.NULL && absent == null) {
        absent = number(i);
      }
    }
    for (int i = 0; i < branches.size(); i++) {
      if (writable(branches.get(i))) {
        return new Target(field.name(), branches.get(i), number(i), absent);
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

  /** What is written for a field that nobody maps; null: it has to be mapped. */
  static byte @Nullable [] defaultBytes(Schema.Field field) {
    if (!field.hasDefaultValue()) {
      return null;
    }
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      Object value = GenericData.get().getDefaultValue(field);
      new GenericDatumWriter<@Nullable Object>(field.schema()).write(value, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] number(int value) {
    AvroBuffer buffer = new AvroBuffer();
    buffer.startBare();
    buffer.number(value);
    return buffer.toBytes();
  }

  /** The same field with another stand-in for no value. */
  Target withAbsent(byte[] bytes) {
    return new Target(name, schema, prefix, bytes);
  }

  String name() {
    return name;
  }

  /** The type of the value, without null. */
  Schema.Type type() {
    return schema.getType();
  }

  List<String> symbols() {
    return schema.getEnumSymbols();
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

  /** Begins a value: chooses the union's branch. */
  void begin(AvroBuffer out) {
    if (prefix.length > 0) {
      out.bytes(prefix);
    }
  }

  /** Writes what stands for no value. */
  void writeAbsent(AvroBuffer out) throws BadValueException {
    if (absent == null) {
      throw new BadValueException(name + " is absent, and an event can't be without it");
    }
    out.bytes(absent);
  }
}
