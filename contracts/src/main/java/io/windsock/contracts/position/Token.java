package io.windsock.contracts.position;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * A client's position in an output topic: the offset of the next record in each partition, and an
 * epoch that identifies the incarnation of the topic. Valid on every site that serves the same
 * topic. Immutable.
 *
 * <p>The text form is URL-safe: a version character, then unpadded base64url of the epoch (8 bytes)
 * and of each offset as a varint. SSE's {@code id:} and {@code Last-Event-ID} carry it.
 */
public final class Token {
  /** The maximum number of partitions in a token. */
  public static final int MAX_PARTITIONS = 1024;

  private static final char VERSION = 'A';
  private static final int MAX_TEXT = 16 * MAX_PARTITIONS;

  private final long epoch;
  private final long[] next;

  /**
   * Creates a position.
   *
   * @param epoch the incarnation of the topic
   * @param next the offset of the next record in each partition; copied
   */
  public Token(long epoch, long[] next) {
    if (next.length == 0 || next.length > MAX_PARTITIONS) {
      throw new IllegalArgumentException("a token of " + next.length + " partitions");
    }
    for (long offset : next) {
      if (offset < 0) {
        throw new IllegalArgumentException("a token with offset " + offset);
      }
    }
    this.epoch = epoch;
    this.next = next.clone();
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException with the reason, for text that {@link #toString} does not
   *     produce
   */
  public static Token parse(String text) {
    if (text.length() < 2 || text.length() > MAX_TEXT || text.charAt(0) != VERSION) {
      throw new IllegalArgumentException("not a token: '" + shown(text) + "'");
    }
    try {
      ByteBuffer in = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text.substring(1)));
      long epoch = in.getLong();
      long[] next = new long[in.remaining()];
      int count = 0;
      while (in.hasRemaining()) {
        next[count++] = readVarint(in);
      }
      Token token = new Token(epoch, Arrays.copyOf(next, count));
      if (!token.toString().equals(text)) {
        throw new IllegalArgumentException("another text of " + token);
      }
      return token;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IllegalArgumentException("not a token: '" + shown(text) + "'", e);
    }
  }

  private static String shown(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  private static long readVarint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      byte b = in.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("an offset of more than 63 bits");
  }

  /** Returns the incarnation of the topic that this token belongs to. */
  public long epoch() {
    return epoch;
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return next.length;
  }

  /** Returns the offset of the next record in {@code partition}. */
  public long next(int partition) {
    return next[partition];
  }

  /** Returns a copy of all offsets. */
  public long[] offsets() {
    return next.clone();
  }

  /** Whether this token has the same epoch and number of partitions as {@code other}. */
  public boolean comparableTo(Token other) {
    return epoch == other.epoch && next.length == other.next.length;
  }

  /** Whether this token is at or past {@code other} in every partition. */
  public boolean covers(Token other) {
    if (!comparableTo(other)) {
      return false;
    }
    for (int p = 0; p < next.length; p++) {
      if (next[p] < other.next[p]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Token other && epoch == other.epoch && Arrays.equals(next, other.next);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(epoch) + Arrays.hashCode(next);
  }

  @Override
  public String toString() {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES + 9 * next.length).putLong(epoch);
    for (long offset : next) {
      long rest = offset;
      while (rest > 0x7f) {
        out.put((byte) (rest | 0x80));
        rest >>>= 7;
      }
      out.put((byte) rest);
    }
    byte[] bytes = Arrays.copyOf(out.array(), out.position());
    return VERSION + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
