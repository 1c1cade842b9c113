package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes Avro's binary encoding. Big byte strings are referred to, not copied, so the result is a
 * list of buffers. Owned by one thread.
 */
public final class AvroOutput {
  /** Byte strings up to this length are copied: 2 KiB. */
  static final int MAX_COPIED_BYTES = 2 << 10;

  private static final int MAX_VARINT_BYTES = 10;

  private byte[] buffer;
  private int size;
  private List<Shared> shared = new ArrayList<>();
  private int sharedBytes;

  /**
   * A byte string that is not in the buffer.
   *
   * @param at the position in the buffer that it belongs to
   */
  private record Shared(int at, ByteBuffer bytes) {}

  /** Creates an empty output with room for this many bytes, which grows when needed. */
  public AvroOutput(int capacity) {
    buffer = new byte[capacity];
  }

  /** The number of bytes written. */
  public int size() {
    return size + sharedBytes;
  }

  private void ensure(int more) {
    if (buffer.length - size < more) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, size + more));
    }
  }

  /** Leaves {@code count} bytes to be filled in later. */
  void skip(int count) {
    ensure(count);
    size += count;
  }

  /** Writes a boolean. */
  public void flag(boolean value) {
    ensure(1);
    buffer[size++] = (byte) (value ? 1 : 0);
  }

  /** Writes an int, a long, an index of a union or an enum, or a length. */
  public void number(long value) {
    ensure(MAX_VARINT_BYTES);
    size = putNumber(buffer, size, value);
  }

  /** Writes a zigzag varint at {@code at}; returns where it ends. */
  private static int putNumber(byte[] target, int at, long value) {
    int to = at;
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7fL) != 0) {
      target[to++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[to++] = (byte) rest;
    return to;
  }

  /** Writes a text. */
  public void text(String text) {
    raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes at most {@code max} bytes of a text, cut between two characters. */
  public void text(String text, int max) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int length = utf8.length;
    if (length > max) {
      length = max;
      while (length > 0 && (utf8[length] & 0xc0) == 0x80) { // a continuation byte
        length--;
      }
    }
    number(length);
    ensure(length);
    System.arraycopy(utf8, 0, buffer, size, length);
    size += length;
  }

  private void raw(byte[] bytes) {
    number(bytes.length);
    ensure(bytes.length);
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
  }

  /** Writes the remaining bytes of {@code bytes}, which must not change, as a byte string. */
  public void bytes(ByteBuffer bytes) {
    int length = bytes.remaining();
    number(length);
    if (length <= MAX_COPIED_BYTES) {
      ensure(length);
      bytes.get(bytes.position(), buffer, size, length);
      size += length;
    } else {
      shared.add(new Shared(size, bytes.slice()));
      sharedBytes += length;
    }
  }

  /** Writes a position as a record of its epoch and offsets. */
  void position(Token token) {
    number(token.epoch());
    number(token.partitions());
    for (int p = 0; p < token.partitions(); p++) {
      number(token.next(p));
    }
    number(0);
  }

  /** Writes {@code value} so that it ends at {@code end}; returns where it begins. */
  int numberBefore(int end, long value) {
    byte[] bytes = new byte[MAX_VARINT_BYTES];
    int length = putNumber(bytes, 0, value);
    System.arraycopy(bytes, 0, buffer, end - length, length);
    return end - length;
  }

  /** Returns what was written from {@code begin} on. The output must not be used afterwards. */
  public List<ByteBuffer> finish(int begin) {
    List<ByteBuffer> all = new ArrayList<>(2 * shared.size() + 1);
    int at = begin;
    for (Shared next : shared) {
      add(all, at, next.at());
      all.add(next.bytes());
      at = next.at();
    }
    add(all, at, size);
    shared = List.of();
    return all;
  }

  private void add(List<ByteBuffer> all, int begin, int end) {
    if (end > begin) {
      all.add(ByteBuffer.wrap(buffer, begin, end - begin).slice());
    }
  }
}
