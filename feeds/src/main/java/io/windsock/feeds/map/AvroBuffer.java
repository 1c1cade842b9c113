package io.windsock.feeds.map;

import io.windsock.contracts.schema.Framing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Framed Avro being written. Grows as needed and is used again; owned by one thread. */
final class AvroBuffer {
  private static final int START_BYTES = 512;

  private byte[] bytes = new byte[START_BYTES];
  private int length;

  /** Begins a framed record. */
  void start(int schemaId) {
    Framing.writeHeader(bytes, schemaId);
    length = Framing.HEADER_BYTES;
  }

  /** Begins bytes without a frame. */
  void startBare() {
    length = 0;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  void bytes(byte[] source) {
    reserve(source.length);
    System.arraycopy(source, 0, bytes, length, source.length);
    length += source.length;
  }

  /** An int, long, length, enum symbol or union branch. */
  void number(long value) {
    reserve(10);
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void bool(boolean value) {
    reserve(1);
    bytes[length++] = (byte) (value ? 1 : 0);
  }

  void real32(float value) {
    little(Float.floatToRawIntBits(value), 4);
  }

  void real64(double value) {
    little(Double.doubleToRawLongBits(value), 8);
  }

  private void little(long bits, int count) {
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) (bits >>> (8 * i));
    }
  }

  void text(String text) {
    int chars = text.length();
    for (int i = 0; i < chars; i++) {
      if (text.charAt(i) >= 0x80) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        bytes(utf8);
        return;
      }
    }
    number(chars);
    reserve(chars);
    for (int i = 0; i < chars; i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  private void reserve(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
  }
}
