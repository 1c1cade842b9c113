package io.windsock.ede;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.util.Utf8;

/** Writes Avro's binary encoding into a reused array. Confined to one thread. */
final class AvroOutput {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int INITIAL_BYTES = 1024;
  private static final int MAX_VARINT_BYTES = 10;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int at;

  /** Clears the output and reserves {@code header} bytes for the caller. */
  void reset(int header) {
    at = header;
  }

  /** Returns a copy of the bytes written. */
  byte[] toByteArray() {
    return Arrays.copyOf(bytes, at);
  }

  private void need(int length) {
    if (length > bytes.length - at) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(at, length)));
    }
  }

  void writeBoolean(boolean value) {
    need(1);
    bytes[at++] = (byte) (value ? 1 : 0);
  }

  /** Writes an int or a long, which have the same encoding. */
  void writeLong(long value) {
    need(MAX_VARINT_BYTES);
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7fL) != 0) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
  }

  void writeFloat(float value) {
    need(Float.BYTES);
    INTS.set(bytes, at, Float.floatToRawIntBits(value));
    at += Float.BYTES;
  }

  void writeDouble(double value) {
    need(Double.BYTES);
    LONGS.set(bytes, at, Double.doubleToRawLongBits(value));
    at += Double.BYTES;
  }

  void writeString(Object text) {
    if (text instanceof Utf8 utf8) {
      writeArray(utf8.getBytes(), 0, utf8.getByteLength());
    } else {
      byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
      writeArray(utf8, 0, utf8.length);
    }
  }

  void writeBytes(ByteBuffer value) {
    writeArray(value.array(), value.arrayOffset() + value.position(), value.remaining());
  }

  private void writeArray(byte[] source, int from, int length) {
    writeLong(length);
    need(length);
    System.arraycopy(source, from, bytes, at, length);
    at += length;
  }
}
