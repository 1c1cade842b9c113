package io.windsock.platform.link;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.util.Arrays;

/**
 * Splits the data of a stream into gRPC messages, each preceded by a flag and its length in four
 * bytes, big-endian. A message within one chunk is not copied. Owned by one event loop.
 */
public final class MessageReader {
  /** The bytes before a message: whether it is compressed, and its length. */
  static final int PREFIX_BYTES = 5;

  private static final int MIN_BODY_BYTES = 16 << 10;

  /** Receives messages. */
  public interface Sink {
    /** Receives a message, which is valid only during the call. */
    void message(byte[] bytes, int offset, int length) throws MalformedBatchException;
  }

  private final int maxBytes;
  private final Sink sink;
  private final byte[] prefix = new byte[PREFIX_BYTES];
  private int prefixSize;
  private int length;
  private byte[] body = {};
  private int size;

  /**
   * Creates a reader at the beginning of a message.
   *
   * @param maxBytes the longest message
   */
  public MessageReader(int maxBytes, Sink sink) {
    this.maxBytes = maxBytes;
    this.sink = sink;
  }

  /**
   * Reads the next data of the stream.
   *
   * @throws MalformedBatchException if it is not a sequence of uncompressed messages within the
   *     bound, or the sink refuses one
   */
  public void read(Buffer chunk) throws MalformedBatchException {
    ByteBuf data = ((BufferInternal) chunk).getByteBuf();
    byte[] bytes;
    int at;
    int end;
    if (data.hasArray()) {
      bytes = data.array();
      at = data.arrayOffset() + data.readerIndex();
      end = at + data.readableBytes();
    } else {
      bytes = chunk.getBytes();
      at = 0;
      end = bytes.length;
    }
    while (at < end) {
      at = prefixSize < PREFIX_BYTES ? prefix(bytes, at, end) : body(bytes, at, end);
    }
  }

  /** Drops what has arrived of a message; nothing may be read afterwards. */
  void drop() {
    body = new byte[0];
  }

  /** Returns the memory that it holds for a message that has not arrived as a whole, bytes. */
  int heldBytes() {
    return body.length;
  }

  private int prefix(byte[] bytes, int from, int end) throws MalformedBatchException {
    int at = from;
    while (at < end && prefixSize < PREFIX_BYTES) {
      prefix[prefixSize++] = bytes[at++];
    }
    if (prefixSize < PREFIX_BYTES) {
      return at;
    }
    length =
        (prefix[1] & 0xff) << 24
            | (prefix[2] & 0xff) << 16
            | (prefix[3] & 0xff) << 8
            | (prefix[4] & 0xff);
    if (prefix[0] != 0) {
      throw new MalformedBatchException("message: it is compressed; send it uncompressed");
    }
    if (length < 0 || length > maxBytes) {
      throw new MalformedBatchException(
          "message: " + Integer.toUnsignedString(length) + " bytes; the most is " + maxBytes);
    }
    if (end - at >= length) {
      prefixSize = 0;
      sink.message(bytes, at, length);
      return at + length;
    }
    return at;
  }

  private int body(byte[] bytes, int from, int end) throws MalformedBatchException {
    int more = Math.min(end - from, length - size);
    if (body.length - size < more) {
      // Grows with what has come, not with what the prefix claims.
      int capacity = Math.max(MIN_BODY_BYTES, 2 * (size + more));
      body = Arrays.copyOf(body, Math.min(length, capacity));
    }
    System.arraycopy(bytes, from, body, size, more);
    size += more;
    if (size == length) {
      byte[] whole = body;
      body = new byte[0];
      size = 0;
      prefixSize = 0;
      sink.message(whole, 0, length);
    }
    return from + more;
  }
}
