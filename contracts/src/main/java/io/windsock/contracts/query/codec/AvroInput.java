package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads Avro's binary encoding, within bounds: it allocates nothing for lengths that the bytes
 * claim beyond what follows or beyond the caller's limit. Owned by one thread.
 */
public final class AvroInput {
  private static final int MAX_VARINT_SHIFT = 63;
  private static final int ID_TABLE_BYTES = 128;
  private static final boolean[] ID_CHAR = new boolean[ID_TABLE_BYTES];

  static {
    for (int c = 0; c < ID_TABLE_BYTES; c++) {
      ID_CHAR[c] = BatchBounds.isIdChar(c);
    }
  }

  private final byte[] bytes;
  private final int end;
  private int at;

  /** Items left to read of the current array's block. */
  private long left;

  /** The last value of a field that often repeats from item to item, and where its bytes are. */
  static final class Repeat<T> {
    private @Nullable T value;
    private int from;
    private int to;
  }

  /** Creates an input of {@code length} bytes, which must not change while they are read. */
  public AvroInput(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    at = offset;
    end = offset + length;
  }

  private static MalformedBatchException malformed(String what, String reason) {
    return new MalformedBatchException(what + ": " + reason);
  }

  /** Reads a long, zigzag and as a varint. */
  public long number(String what) throws MalformedBatchException {
    long raw = 0;
    for (int shift = 0; shift <= MAX_VARINT_SHIFT; shift += 7) {
      if (at == end) {
        throw malformed(what, "cut short");
      }
      byte b = bytes[at++];
      raw |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        if (shift == MAX_VARINT_SHIFT && b > 1) {
          break;
        }
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw malformed(what, "a number of more than 64 bits");
  }

  /** Reads an int, zigzag and as a varint. */
  public int integer(String what) throws MalformedBatchException {
    long value = number(what);
    if (value != (int) value) {
      throw malformed(what, value + " is more than 32 bits");
    }
    return (int) value;
  }

  /** Reads a boolean. */
  public boolean flag(String what) throws MalformedBatchException {
    if (at == end) {
      throw malformed(what, "cut short");
    }
    byte b = bytes[at++];
    if (b != 0 && b != 1) {
      throw malformed(what, b + " is not a boolean");
    }
    return b == 1;
  }

  /** Reads an index of a union or an enum with {@code count} members. */
  public int index(String what, int count) throws MalformedBatchException {
    long index = number(what);
    if (index < 0 || index >= count) {
      throw malformed(what, index + " is not one of " + count);
    }
    return (int) index;
  }

  private int length(String what, int max) throws MalformedBatchException {
    long length = number(what);
    if (length < 0 || length > max) {
      throw malformed(what, length + " bytes; the most is " + max);
    }
    if (length > end - at) {
      throw malformed(what, "cut short");
    }
    return (int) length;
  }

  /** Reads a byte string of at most {@code max} bytes; copies it. */
  public byte[] bytes(String what, int max) throws MalformedBatchException {
    int length = length(what, max);
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  /** Reads a text of at most {@code max} bytes of UTF-8. */
  public String text(String what, int max) throws MalformedBatchException {
    int length = length(what, max);
    if (length == 0) {
      return "";
    }
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    if (text.indexOf('\ufffd') >= 0) {
      requireUtf8(what, length);
    }
    at += length;
    return text;
  }

  /** A replacement character was decoded: it may stand for bytes that are not UTF-8. */
  private void requireUtf8(String what, int length) throws MalformedBatchException {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length));
    } catch (CharacterCodingException e) {
      throw malformed(what, "not UTF-8");
    }
  }

  /** Reads a text that is probably the same as the last one. */
  String text(String what, int max, Repeat<String> last) throws MalformedBatchException {
    String again = again(last);
    if (again != null) {
      return again;
    }
    int from = at;
    return remember(last, from, text(what, max));
  }

  /** Reads a call's id. */
  String id() throws MalformedBatchException {
    int length = length("id", Call.MAX_WIRE_ID_CHARS);
    if (length == 0) {
      throw malformed("id", "empty");
    }
    for (int i = at; i < at + length; i++) {
      if (bytes[i] < 0 || !ID_CHAR[bytes[i]]) {
        throw malformed("id", "byte " + bytes[i] + " is not allowed");
      }
    }
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.ISO_8859_1);
  }

  /** Reads a position that is probably the same as the last one. */
  Token position(String what, Repeat<Token> last) throws MalformedBatchException {
    Token again = again(last);
    if (again != null) {
      return again;
    }
    int from = at;
    long epoch = number(what);
    long[] offsets = new long[8];
    int count = 0;
    begin();
    while (next(what, count, Token.MAX_PARTITIONS)) {
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * count);
      }
      offsets[count++] = number(what);
    }
    try {
      return remember(last, from, new Token(epoch, Arrays.copyOf(offsets, count)));
    } catch (IllegalArgumentException e) {
      throw malformed(what, String.valueOf(e.getMessage()));
    }
  }

  /** Returns the last value and skips its bytes if they follow once more; null otherwise. */
  <T> @Nullable T again(Repeat<T> last) {
    int length = last.to - last.from;
    if (last.value == null
        || length > end - at
        || !Arrays.equals(bytes, last.from, last.to, bytes, at, at + length)) {
      return null;
    }
    at += length;
    return last.value;
  }

  /** Keeps a value that was read from {@code from} on. */
  <T> T remember(Repeat<T> last, int from, T value) {
    last.value = value;
    last.from = from;
    last.to = at;
    return value;
  }

  /** Returns the position in the bytes. */
  public int at() {
    return at;
  }

  /** Begins an array. Arrays within its items must be read completely before the next item. */
  public void begin() {
    left = 0;
  }

  /** Returns how many items of the current block are left, to pass to {@link #resume}. */
  public long pause() {
    return left;
  }

  /** Continues an array after another one within an item. */
  public void resume(long itemsLeft) {
    left = itemsLeft;
  }

  /**
   * Returns whether the array has another item.
   *
   * @param count the number of items read so far
   * @param max the most items
   */
  public boolean next(String what, int count, int max) throws MalformedBatchException {
    if (left == 0) {
      left = block(what);
      if (left == 0) {
        return false;
      }
      if (left > max - count) {
        throw malformed(what, "more than " + max);
      }
    }
    left--;
    return true;
  }

  /** Reads the beginning of a block: its count or, negated, its count and its size. */
  private long block(String what) throws MalformedBatchException {
    long count = number(what);
    if (count >= 0) {
      return count;
    }
    long size = number(what);
    if (size < 0 || count == Long.MIN_VALUE) {
      throw malformed(what, "a block of " + size + " bytes");
    }
    return -count;
  }

  /** Checks that everything was read. */
  public void requireEnd() throws MalformedBatchException {
    if (at != end) {
      throw malformed("batch", (end - at) + " bytes follow its end");
    }
  }
}
