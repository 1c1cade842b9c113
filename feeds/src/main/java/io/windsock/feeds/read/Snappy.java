package io.windsock.feeds.read;

import java.io.IOException;

/**
 * Unpacks Snappy's block format, which Avro files of the Hadoop world are packed with. Pure, and
 * bounded: nothing is written that the stated length does not allow.
 */
final class Snappy {
  private static final int LITERAL = 0;

  private final byte[] in;
  private final int end;
  private byte[] out = new byte[0];
  private int at;
  private int filled;

  private Snappy(byte[] in, int end) {
    this.in = in;
    this.end = end;
  }

  /**
   * Unpacks {@code in[0, end)}.
   *
   * @throws IOException if it is not in the format, or says that it unpacks to more than {@code
   *     maxBytes}
   */
  static byte[] unpack(byte[] in, int end, int maxBytes) throws IOException {
    return new Snappy(in, end).unpack(maxBytes);
  }

  private byte[] unpack(int maxBytes) throws IOException {
    long length = length();
    if (length > maxBytes) {
      throw new IOException("Snappy data of " + length + " bytes; at most " + maxBytes);
    }
    out = new byte[(int) length];
    while (at < end) {
      int tag = next();
      if ((tag & 3) == LITERAL) {
        literal(tag >>> 2);
      } else {
        copy(tag);
      }
    }
    if (filled != out.length) {
      throw new IOException("Snappy data is cut short");
    }
    return out;
  }

  private long length() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int b = next();
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new IOException("Snappy data has no length");
  }

  private void literal(int code) throws IOException {
    long length = code < 60 ? code + 1L : little(code - 59) + 1L;
    if (length > end - at || length > out.length - filled) {
      throw new IOException("a Snappy literal of " + length + " bytes is out of bounds");
    }
    System.arraycopy(in, at, out, filled, (int) length);
    at += (int) length;
    filled += (int) length;
  }

  private void copy(int tag) throws IOException {
    int kind = tag & 3;
    int length = kind == 1 ? 4 + (tag >>> 2 & 7) : (tag >>> 2) + 1;
    long offset = kind == 1 ? (tag >>> 5 << 8) + little(1) : little(kind == 2 ? 2 : 4);
    if (offset < 1 || offset > filled || length > out.length - filled) {
      throw new IOException("a Snappy copy is out of bounds");
    }
    for (int i = 0; i < length; i++) {
      out[filled] = out[filled - (int) offset];
      filled++;
    }
  }

  private long little(int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) next() << (8 * i);
    }
    return value;
  }

  private int next() throws IOException {
    if (at >= end) {
      throw new IOException("Snappy data is cut short");
    }
    return in[at++] & 0xff;
  }
}
