package io.windsock.contracts.schema;

import java.nio.ByteBuffer;

/**
 * The Confluent wire format of a record's value: a zero byte, the schema id as four bytes
 * big-endian, then the Avro binary encoding. All methods are pure and work on the framed bytes.
 */
public final class Framing {
  /** The number of bytes before the Avro encoding. */
  public static final int HEADER_BYTES = 5;

  /** The result of {@link #schemaId} for bytes that are not framed. */
  public static final int NOT_FRAMED = -1;

  /** The result of {@link #eventTimeMs} if the varint is truncated or too long. */
  public static final long NO_TIME = Long.MIN_VALUE;

  private static final byte MAGIC = 0;
  private static final int MAX_VARINT_BYTES = 10;

  private Framing() {}

  /** Returns the schema id (not negative), or {@link #NOT_FRAMED}. */
  public static int schemaId(byte[] framed) {
    if (framed.length < HEADER_BYTES || framed[0] != MAGIC) {
      return NOT_FRAMED;
    }
    int id =
        (framed[1] & 0xff) << 24
            | (framed[2] & 0xff) << 16
            | (framed[3] & 0xff) << 8
            | (framed[4] & 0xff);
    return id < 0 ? NOT_FRAMED : id;
  }

  /**
   * Returns the event time in ms since the epoch, or {@link #NO_TIME} if it can't be read. Only the
   * first field is decoded; the catalogue accepts only schemas whose first field is {@code
   * eventTime}.
   */
  public static long eventTimeMs(byte[] framed) {
    return firstLong(framed);
  }

  /** Returns a record's first field, which is a long; {@link #NO_TIME} if it can't be read. */
  public static long firstLong(byte[] framed) {
    long raw = 0;
    int end = Math.min(framed.length, HEADER_BYTES + MAX_VARINT_BYTES);
    for (int i = HEADER_BYTES, shift = 0; i < end; i++, shift += 7) {
      byte b = framed[i];
      raw |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    return NO_TIME;
  }

  /** Returns {@code avro} framed with {@code schemaId}. */
  public static byte[] frame(int schemaId, byte[] avro) {
    return ByteBuffer.allocate(HEADER_BYTES + avro.length)
        .put(MAGIC)
        .putInt(schemaId)
        .put(avro)
        .array();
  }

  /** Writes the header for {@code schemaId} into the first five bytes of {@code target}. */
  public static void writeHeader(byte[] target, int schemaId) {
    target[0] = MAGIC;
    target[1] = (byte) (schemaId >>> 24);
    target[2] = (byte) (schemaId >>> 16);
    target[3] = (byte) (schemaId >>> 8);
    target[4] = (byte) schemaId;
  }
}
