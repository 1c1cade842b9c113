package io.windsock.ede;

import io.windsock.contracts.schema.UndecodableException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.avro.util.Utf8;

/**
 * Reads Avro's binary encoding from an array, value by value, and rejects any length that exceeds
 * the array. Accepts exactly what Avro's own decoder accepts. Confined to one thread.
 */
final class AvroInput {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MAX_INT_BYTES = 5;
  private static final int MAX_LONG_BYTES = 10;

  private byte[] bytes = new byte[0];
  private int at;

  /** Moves to {@code from} in {@code source}. */
  void reset(byte[] source, int from) {
    bytes = source;
    at = from;
  }

  boolean atEnd() {
    return at >= bytes.length;
  }

  /** Consumes the next {@code length} bytes and returns their start. */
  private int take(int length) throws UndecodableException {
    int from = at;
    if (length < 0 || length > bytes.length - from) {
      throw new UndecodableException("cut short");
    }
    at = from + length;
    return from;
  }

  boolean readBoolean() throws UndecodableException {
    return bytes[take(1)] == 1;
  }

  int readInt() throws UndecodableException {
    int raw = (int) readVarint(MAX_INT_BYTES);
    return (raw >>> 1) ^ -(raw & 1);
  }

  long readLong() throws UndecodableException {
    long raw = readVarint(MAX_LONG_BYTES);
    return (raw >>> 1) ^ -(raw & 1);
  }

  /** Reads a varint of at most {@code maxBytes} bytes, seven bits each, lowest first. */
  private long readVarint(int maxBytes) throws UndecodableException {
    byte[] source = bytes;
    int i = at;
    if (i < source.length && source[i] >= 0) {
      at = i + 1;
      return source[i];
    }
    return readLongVarint(source, i, maxBytes);
  }

  private long readLongVarint(byte[] source, int from, int maxBytes) throws UndecodableException {
    int end = Math.min(source.length, from + maxBytes);
    long raw = 0;
    for (int i = from, shift = 0; i < end; i++, shift += 7) {
      byte b = source[i];
      raw |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        at = i + 1;
        return raw;
      }
    }
    throw new UndecodableException(
        end == source.length ? "cut short" : "a number of too many bytes");
  }

  float readFloat() throws UndecodableException {
    return Float.intBitsToFloat((int) INTS.get(bytes, take(Float.BYTES)));
  }

  double readDouble() throws UndecodableException {
    return Double.longBitsToDouble((long) LONGS.get(bytes, take(Double.BYTES)));
  }

  Utf8 readString() throws UndecodableException {
    return new Utf8(readArray());
  }

  ByteBuffer readBytes() throws UndecodableException {
    return ByteBuffer.wrap(readArray());
  }

  private byte[] readArray() throws UndecodableException {
    int length = readLength();
    int from = take(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  void skipArray() throws UndecodableException {
    take(readLength());
  }

  void skip(int length) throws UndecodableException {
    take(length);
  }

  private int readLength() throws UndecodableException {
    long length = readLong();
    if (length < 0 || length > bytes.length - at) {
      throw new UndecodableException("a length that is negative or beyond the end");
    }
    return (int) length;
  }
}
