package io.windsock.rules.condition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;

/**
 * Skips one value of a schema in Avro's binary encoding. The bytes must be valid for {@link
 * io.windsock.contracts.schema.EventValidator}, and are understood as it and Avro's reader
 * understand them; others may cause an {@link IndexOutOfBoundsException}. The validator bounds how
 * deep values of recursive schemas are nested.
 */
interface AvroSkip {
  /** Returns the position after the value that starts at {@code at}. */
  int skip(byte[] bytes, int at);

  /** Returns a skipper for values of {@code schema}. */
  static AvroSkip of(Schema schema) {
    return of(schema, new HashMap<>());
  }

  /**
   * Returns a skipper for values of {@code schema}.
   *
   * @param records the records around it, by name: a recursive schema contains one of them again
   */
  private static AvroSkip of(Schema schema, Map<String, RecordSkip> records) {
    return switch (schema.getType()) {
      case NULL -> (bytes, at) -> at;
      case BOOLEAN -> (bytes, at) -> at + 1;
      case INT, LONG, ENUM -> AvroSkip::varint;
      case FLOAT -> (bytes, at) -> at + Float.BYTES;
      case DOUBLE -> (bytes, at) -> at + Double.BYTES;
      case BYTES, STRING -> AvroSkip::lengthPrefixed;
      case FIXED -> fixed(schema.getFixedSize());
      case UNION -> union(each(schema.getTypes(), records));
      case RECORD -> record(schema, records);
      case ARRAY -> blocks(of(schema.getElementType(), records));
      case MAP -> blocks(pair(AvroSkip::lengthPrefixed, of(schema.getValueType(), records)));
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

  private static AvroSkip[] each(List<Schema> schemas, Map<String, RecordSkip> records) {
    return schemas.stream().map(schema -> of(schema, records)).toArray(AvroSkip[]::new);
  }

  private static AvroSkip record(Schema schema, Map<String, RecordSkip> records) {
    RecordSkip known = records.get(schema.getFullName());
    if (known != null) {
      return known;
    }
    RecordSkip record = new RecordSkip();
    records.put(schema.getFullName(), record);
    record.fields = each(schema.getFields().stream().map(Field::schema).toList(), records);
    return record;
  }

  /** Skips a record. Its fields are set after its creation, as they may contain it. */
  final class RecordSkip implements AvroSkip {
    private AvroSkip[] fields = {};

    @Override
    public int skip(byte[] bytes, int at) {
      int next = at;
      for (AvroSkip field : fields) {
        next = field.skip(bytes, next);
      }
      return next;
    }
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
