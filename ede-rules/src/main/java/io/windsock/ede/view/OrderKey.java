package io.windsock.ede.view;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the sort order of a view's rows as bytes. Rows are ordered by comparing their keys byte
 * by byte, unsigned. No key is a prefix of another. Immutable.
 *
 * <p>Each value is encoded as 1 and the value, or as 2 if it is missing, so that such rows come
 * last. A number takes 8 bytes in an order-preserving form, a boolean 1, and an enum 2 (the index
 * of its symbol). A string is its first {@value #MAX_TEXT_BYTES} bytes of UTF-8, with 0 written as
 * (0, 255), followed by (0, 0).
 */
final class OrderKey {
  private static final int MAX_TEXT_BYTES = 64;

  private static final int PRESENT = 1;
  private static final int ABSENT = 2;

  private final FirstOf[] values;

  OrderKey(List<FirstOf> values) {
    this.values = values.toArray(FirstOf[]::new);
  }

  byte[] of(GenericRecord state) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(16 * values.length);
    for (FirstOf value : values) {
      write(value, value.of(state), out);
    }
    return out.toByteArray();
  }

  private static void write(FirstOf source, @Nullable Object value, ByteArrayOutputStream out) {
    if (value == null) {
      out.write(ABSENT);
      return;
    }
    out.write(PRESENT);
    switch (source.schema().getType()) {
      case BOOLEAN -> out.write((Boolean) value ? 1 : 0);
      case INT, LONG -> writeLong(((Number) value).longValue() ^ Long.MIN_VALUE, out);
      case FLOAT, DOUBLE -> writeLong(sortable(((Number) value).doubleValue()), out);
      case ENUM -> {
        int ordinal = source.schema().getEnumOrdinal(value.toString());
        out.write(ordinal >>> 8);
        out.write(ordinal);
      }
      default -> writeText(value.toString(), out);
    }
  }

  private static long sortable(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  private static void writeLong(long bits, ByteArrayOutputStream out) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      out.write((int) (bits >>> shift));
    }
  }

  private static void writeText(String text, ByteArrayOutputStream out) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < Math.min(utf8.length, MAX_TEXT_BYTES); i++) {
      out.write(utf8[i]);
      if (utf8[i] == 0) {
        out.write(0xff);
      }
    }
    out.write(0);
    out.write(0);
  }
}
