package io.windsock.rules;

import java.util.Arrays;

/**
 * A growing buffer in Avro's binary primitives: zigzag varints and length-prefixed bytes. Histories
 * and coalesced updates are written with it. Owned by one thread; reused.
 */
final class Bytes {
  /** The most bytes of {@link #writeLong}. */
  static final int MAX_VARINT = 10;

  private byte[] buffer;
  private int size;

  Bytes(int capacity) {
    buffer = new byte[capacity];
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(buffer, size);
  }

  void writeByte(int value) {
    ensure(1);
    buffer[size++] = (byte) value;
  }

  void writeLong(long value) {
    ensure(MAX_VARINT);
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7fL) != 0) {
      buffer[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[size++] = (byte) rest;
  }

  void writeBytes(byte[] value) {
    writeLong(value.length);
    ensure(value.length);
    System.arraycopy(value, 0, buffer, size, value.length);
    size += value.length;
  }

  private void ensure(int more) {
    if (buffer.length - size < more) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, size + more));
    }
  }
}
