package io.windsock.platform.http.message;

import io.vertx.core.buffer.Buffer;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array. One thread owns it; no method throws. */
public final class ByteSink extends OutputStream {
  private static final int FIRST_BYTES = 1024;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int size;

  /** Creates an empty sink. */
  public ByteSink() {}

  private void need(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }

  @Override
  public void write(int b) {
    need(1);
    bytes[size++] = (byte) b;
  }

  @Override
  public void write(byte[] from) {
    write(from, 0, from.length);
  }

  @Override
  public void write(byte[] from, int offset, int length) {
    need(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  /** Adds text, as UTF-8. */
  public ByteSink add(String text) {
    write(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Returns the number of bytes. */
  public int size() {
    return size;
  }

  /** Truncates it to its first {@code length} bytes. */
  public void truncate(int length) {
    size = length;
  }

  /** Returns a copy of its bytes from {@code from} on. */
  public byte[] bytes(int from) {
    return Arrays.copyOfRange(bytes, from, size);
  }

  /** Returns a copy of its bytes. */
  public byte[] bytes() {
    return bytes(0);
  }

  /** Adds its bytes to {@code other}. */
  public void copyTo(ByteSink other) {
    other.write(bytes, 0, size);
  }

  /** Returns a new buffer with these bytes. */
  public Buffer buffer() {
    return Buffer.buffer(size).appendBytes(bytes, 0, size);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
