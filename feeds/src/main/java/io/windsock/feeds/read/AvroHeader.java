package io.windsock.feeds.read;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * The header of an Avro container file.
 *
 * @param schema the schema of the records
 * @param codec the compression of the blocks: {@code null}, {@code deflate}, …
 * @param sync the 16 bytes after each block
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record AvroHeader(Schema schema, String codec, byte[] sync) {
  private static final int MAX_BYTES = 1 << 20;

  static boolean begins(byte[] start) {
    byte[] magic = DataFileConstants.MAGIC;
    return start.length >= magic.length
        && Arrays.equals(start, 0, magic.length, magic, 0, magic.length);
  }

  /**
   * Reads the header and stops after it.
   *
   * @throws IOException if the header is invalid; the message is the reason
   */
  static AvroHeader read(InputStream in) throws IOException {
    if (!begins(in.readNBytes(DataFileConstants.MAGIC.length))) {
      throw new IOException("not an Avro container file");
    }
    BinaryDecoder decoder = DecoderFactory.get().directBinaryDecoder(in, null);
    try {
      Map<String, byte[]> metadata = metadata(decoder);
      byte[] sync = new byte[DataFileConstants.SYNC_SIZE];
      decoder.readFixed(sync);
      return new AvroHeader(schema(metadata), codec(metadata), sync);
    } catch (EOFException e) {
      throw new IOException("the Avro header is cut short", e);
    }
  }

  private static Map<String, byte[]> metadata(BinaryDecoder decoder) throws IOException {
    Map<String, byte[]> metadata = new HashMap<>();
    int budget = MAX_BYTES;
    for (long count = decoder.readLong(); count != 0; count = decoder.readLong()) {
      if (count < 0) {
        decoder.readLong();
      }
      for (long i = Math.abs(count); i > 0; i--) {
        byte[] key = readBytes(decoder, budget);
        byte[] value = readBytes(decoder, budget - key.length);
        budget -= key.length + value.length + 2;
        metadata.put(new String(key, StandardCharsets.UTF_8), value);
      }
    }
    return metadata;
  }

  /** Bounds the length; Avro would allocate any length that it reads. */
  private static byte[] readBytes(BinaryDecoder decoder, int max) throws IOException {
    long length = decoder.readLong();
    if (length < 0 || length > max) {
      throw new IOException("the Avro header is larger than " + MAX_BYTES + " bytes");
    }
    byte[] bytes = new byte[(int) length];
    decoder.readFixed(bytes);
    return bytes;
  }

  private static Schema schema(Map<String, byte[]> metadata) throws IOException {
    byte[] json = metadata.get(DataFileConstants.SCHEMA);
    if (json == null) {
      throw new IOException("the Avro header has no schema");
    }
    try {
      String text = new String(json, StandardCharsets.UTF_8);
      return new Schema.Parser(NameValidator.NO_VALIDATION).parse(text);
    } catch (RuntimeException | StackOverflowError e) {
      // The parser may throw any exception for malformed input.
      throw new IOException("the Avro schema can't be parsed: " + e.getMessage(), e);
    }
  }

  private static String codec(Map<String, byte[]> metadata) {
    byte[] codec = metadata.get(DataFileConstants.CODEC);
    return codec == null ? DataFileConstants.NULL_CODEC : new String(codec, StandardCharsets.UTF_8);
  }
}
