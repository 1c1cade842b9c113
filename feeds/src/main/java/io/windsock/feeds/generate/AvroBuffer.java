package io.windsock.feeds.generate;

import io.windsock.contracts.schema.Framing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Framed Avro bytes in the making, field by field in the schema's order. For the schemas of the
 * generated feed, whose values are all short. Reused; not safe for use by two threads.
 */
final class AvroBuffer {
  private static final int MOST_BYTES = 2_048;

  private final byte[] bytes = new byte[MOST_BYTES];
  private int size;

  /** Starts a value of this schema id. */
  AvroBuffer start(int schemaId) {
    Framing.writeHeader(bytes, schemaId);
    size = Framing.HEADER_BYTES;
    return this;
  }

  /** Starts a part of a value: see {@link #raw}. */
  AvroBuffer startPart() {
    size = 0;
    return this;
  }

  /** An int or a long. */
  AvroBuffer whole(long value) {
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  /** A double. */
  AvroBuffer real(double value) {
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (bits >>> shift);
    }
    return this;
  }

  /** The second branch of a union of null and int. */
  AvroBuffer optionalWhole(long value) {
    bytes[size++] = 2;
    return whole(value);
  }

  /** The second branch of a union of null and float. */
  AvroBuffer optionalReal(float value) {
    bytes[size++] = 2;
    int bits = Float.floatToRawIntBits(value);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (bits >>> shift);
    }
    return this;
  }

  /** The second branch of a union of null and boolean. */
  AvroBuffer optionalFlag(boolean value) {
    bytes[size++] = 2;
    bytes[size++] = (byte) (value ? 1 : 0);
    return this;
  }

  /** A union of null and string. */
  AvroBuffer optionalText(@Nullable String value) {
    if (value == null) {
      bytes[size++] = 0;
      return this;
    }
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    bytes[size++] = 2;
    whole(text.length);
    return raw(text);
  }

  /** A part encoded before. */
  AvroBuffer raw(byte[] part) {
    System.arraycopy(part, 0, bytes, size, part.length);
    size += part.length;
    return this;
  }

  /** A copy of what has been written since the start. */
  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }
}
