package io.windsock.feeds.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/**
 * The header of an Avro container file.
 *
 * @param schema schema of its records
 * @param codec how its blocks are compressed: {@code null}, {@code deflate}, …
 * @param sync the 16 bytes behind each block
 */
record AvroHeader(Schema schema, String codec, ByteBuffer sync) {
  static final int SYNC_BYTES = 16;
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int MAX_BYTES = 1 << 20;

  /** Bytes that are no Avro: not a failure to read them. */
  static final class MalformedException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  static boolean begins(byte[] start) {
    for (int i = 0; i < MAGIC.length; i++) {
      if (start.length <= i || start[i] != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads the header and stops behind it.
   *
   * @throws IOException if it is none; the message says why
   */
  static AvroHeader read(InputStream in) throws IOException {
    if (!begins(in.readNBytes(MAGIC.length))) {
      throw new IOException("no Avro container file");
    }
    Map<String, byte[]> metadata = new HashMap<>();
    int budget = MAX_BYTES;
    for (long count = readLong(in); count != 0; count = readLong(in)) {
      if (count < 0) {
        readLong(in);
      }
      for (long i = Math.abs(count); i > 0; i--) {
        byte[] key = readBytes(in, budget);
        byte[] value = readBytes(in, budget - key.length);
        budget -= key.length + value.length + 2;
        metadata.put(new String(key, StandardCharsets.UTF_8), value);
      }
    }
    byte[] sync = in.readNBytes(SYNC_BYTES);
    if (sync.length < SYNC_BYTES) {
      throw new MalformedException("the Avro header is cut short");
    }
    return new AvroHeader(schema(metadata), codec(metadata), ByteBuffer.wrap(sync));
  }

  private static Schema schema(Map<String, byte[]> metadata) throws IOException {
    byte[] json = metadata.get("avro.schema");
    if (json == null) {
      throw new IOException("the Avro header has no schema");
    }
    try {
      String text = new String(json, StandardCharsets.UTF_8);
      return new Schema.Parser(NameValidator.NO_VALIDATION).parse(text);
    } catch (RuntimeException | StackOverflowError e) {
      // Of what it can't parse the parser throws whatever comes to hand.
      throw new IOException("the Avro schema can't be parsed: " + e.getMessage(), e);
    }
  }

  private static String codec(Map<String, byte[]> metadata) {
    byte[] codec = metadata.get("avro.codec");
    return codec == null ? "null" : new String(codec, StandardCharsets.UTF_8);
  }

  /** Reads a variable-length zig-zag number. */
  static long readLong(InputStream in) throws IOException {
    long raw = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int b = in.read();
      if (b < 0) {
        throw new MalformedException("the data is cut short");
      }
      raw |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw new MalformedException("a number of more than ten bytes");
  }

  private static byte[] readBytes(InputStream in, int max) throws IOException {
    long length = readLong(in);
    if (length < 0 || length > max) {
      throw new IOException("the Avro header is larger than " + MAX_BYTES + " bytes");
    }
    byte[] bytes = in.readNBytes((int) length);
    if (bytes.length < length) {
      throw new MalformedException("the Avro header is cut short");
    }
    return bytes;
  }
}
