package io.windsock.rules.condition;

import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;

/**
 * Skips one value of a schema in Avro's binary encoding. The bytes must be valid for {@link
 * io.windsock.contracts.schema.EventValidator}, and are understood as it and Avro's reader
 * understand them; others may cause an {@link IndexOutOfBoundsException}.
 */
interface AvroSkip {
  /** Returns the position after the value that starts at {@code at}. */
  int skip(byte[] bytes, int at);

  /** Returns a skipper for values of {@code schema}, which must not be recursive. */
  static AvroSkip of(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> (bytes, at) -> at;
      case BOOLEAN -> (bytes, at) -> at + 1;
      case INT, LONG, ENUM -> AvroSkip::varint;
      case FLOAT -> (bytes, at) -> at + Float.BYTES;
      case DOUBLE -> (bytes, at) -> at + Double.BYTES;
      case BYTES, STRING -> AvroSkip::lengthPrefixed;
      case FIXED -> fixed(schema.getFixedSize());
      case UNION -> union(schema.getTypes().stream().map(AvroSkip::of).toArray(AvroSkip[]::new));
      case RECORD -> record(schema);
      case ARRAY -> blocks(of(schema.getElementType()));
      case MAP -> blocks(pair(AvroSkip::lengthPrefixed, of(schema.getValueType())));
    };
  }

  /** Reads the zigzag varint at {@code at}. */
  static long readLong(byte[] bytes, int at) {
    long raw = raw(bytes, at);
    return (raw >>> 1) ^ -(raw & 1);
  }

  /** Reads the zigzag varint at {@code at} as an int: as in Avro, bits above 32 are dropped. */
  static int readInt(byte[] bytes, int at) {
    int raw = (int) raw(bytes, at);
    return (raw >>> 1) ^ -(raw & 1);
  }

  private static long raw(byte[] bytes, int at) {
    long raw = 0;
    int shift = 0;
    int next = at;
    byte b;
    do {
      b = bytes[next++];
      raw |= (long) (b & 0x7f) << shift;
      shift += 7;
    } while (b < 0);
    return raw;
  }

  /** Returns the position after the varint at {@code at}. */
  static int varint(byte[] bytes, int at) {
    int next = at;
    while (bytes[next] < 0) {
      next++;
    }
    return next + 1;
  }

  private static int lengthPrefixed(byte[] bytes, int at) {
    return varint(bytes, at) + (int) readLong(bytes, at);
  }

  private static AvroSkip fixed(int size) {
    return (bytes, at) -> at + size;
  }

  private static AvroSkip pair(AvroSkip first, AvroSkip second) {
    return (bytes, at) -> second.skip(bytes, first.skip(bytes, at));
  }

  private static AvroSkip union(AvroSkip[] branches) {
    return (bytes, at) -> branches[readInt(bytes, at)].skip(bytes, varint(bytes, at));
  }

  private static AvroSkip record(Schema schema) {
    AvroSkip[] fields =
        schema.getFields().stream().map(Field::schema).map(AvroSkip::of).toArray(AvroSkip[]::new);
    return (bytes, at) -> {
      int next = at;
      for (AvroSkip field : fields) {
        next = field.skip(bytes, next);
      }
      return next;
    };
  }

  private static AvroSkip blocks(AvroSkip item) {
    return (bytes, at) -> {
      int next = at;
      long count = readLong(bytes, next);
      while (count != 0) {
        next = varint(bytes, next);
        if (count < 0) {
          next = varint(bytes, next); // the block's length, which is not checked: it may be wrong
        }
        for (long i = Math.abs(count); i > 0; i--) {
          next = item.skip(bytes, next);
        }
        count = readLong(bytes, next);
      }
      return varint(bytes, next);
    };
  }
}
