package io.windsock.feeds.read;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.avro.InvalidNumberEncodingException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.xerial.snappy.Snappy;

/**
 * Reads the blocks of an Avro container file into memory one at a time, with bounded compressed and
 * uncompressed sizes. After a corrupt block it continues with the next one it can find, by the sync
 * mark that ends each block. Owned by one thread.
 */
final class AvroContainer {
  /** The codecs that {@link #unpack} knows. */
  static final List<String> CODECS = List.of("null", "deflate", "snappy", "zstandard");

  private static final int SNAPPY_CHECKSUM_BYTES = 4;

  private final InputStream in;
  private final AvroHeader header;
  private final int maxBlockBytes;
  private final BinaryDecoder numbers;
  private byte[] block = new byte[0];
  private int length;
  private long count;

  AvroContainer(InputStream in, AvroHeader header, int maxBlockBytes) {
    this.in = in;
    this.numbers = DecoderFactory.get().directBinaryDecoder(in, null);
    this.header = header;
    this.maxBlockBytes = maxBlockBytes;
  }

  /**
   * Thrown for an unusable block; the message is the reason. Reading may continue with the next
   * block.
   */
  static final class BrokenBlockException extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenBlockException(String reason) {
      super(reason, null, false, false);
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * Reads the next block; false at the end.
   *
   * @throws BrokenBlockException if the block can't be used; the next call continues after the next
   *     sync mark
   */
  boolean next() throws IOException, BrokenBlockException {
    in.mark(1);
    if (in.read() < 0) {
      return false;
    }
    in.reset();
    byte[] packed = readPacked();
    byte[] mark = in.readNBytes(header.sync().length);
    if (mark.length < header.sync().length) {
      throw new BrokenBlockException("the file is cut short");
    }
    if (!Arrays.equals(mark, header.sync())) {
      skipToMark();
      throw new BrokenBlockException("a block does not end with the file's mark");
    }
    try {
      unpack(packed);
    } catch (IOException e) {
      throw new BrokenBlockException("a block is corrupt: " + e.getMessage());
    }
    return true;
  }

  private byte[] readPacked() throws IOException, BrokenBlockException {
    long size;
    try {
      count = numbers.readLong();
      size = numbers.readLong();
    } catch (EOFException | InvalidNumberEncodingException e) {
      skipToMark();
      throw new BrokenBlockException("a block has no size: " + e.getMessage());
    }
    if (count < 0 || size < 0 || size > maxBlockBytes) {
      skipToMark();
      throw new BrokenBlockException(
          "a block of "
              + count
              + " records and "
              + size
              + " bytes; at most "
              + maxBlockBytes
              + " bytes can be read");
    }
    return in.readNBytes((int) size);
  }

  private void skipToMark() throws IOException {
    byte[] mark = header.sync();
    byte[] window = new byte[mark.length];
    int filled = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      System.arraycopy(window, 1, window, 0, window.length - 1);
      window[window.length - 1] = (byte) b;
      filled++;
      if (filled >= window.length && Arrays.equals(window, mark)) {
        return;
      }
    }
  }

  private void unpack(byte[] packed) throws IOException, BrokenBlockException {
    switch (header.codec()) {
      case "deflate" -> inflate(packed);
      case "snappy" -> unsnappy(packed);
      case "zstandard" -> {
        try (InputStream zstd = new ZstdInputStream(new ByteArrayInputStream(packed))) {
          drain(zstd);
        }
      }
      default -> {
        block = packed;
        length = packed.length;
      }
    }
  }

  /**
   * Unpacks a Snappy block, to which Avro appends the big-endian CRC-32 of the uncompressed data.
   */
  private void unsnappy(byte[] packed) throws IOException, BrokenBlockException {
    int end = packed.length - SNAPPY_CHECKSUM_BYTES;
    if (end < 0) {
      throw new BrokenBlockException(
          "a Snappy block of " + packed.length + " bytes has no room for its checksum");
    }
    // Check the size first: unpacking allocates the size that the block claims.
    long size = Snappy.uncompressedLength(packed, 0, end);
    if (size < 0 || size > maxBlockBytes) {
      throw new BrokenBlockException(
          "a Snappy block of " + size + " bytes; at most " + maxBlockBytes + " bytes can be read");
    }
    block = new byte[(int) size];
    length = Snappy.uncompress(packed, 0, end, block, 0);
    CRC32 crc = new CRC32();
    crc.update(block, 0, length);
    int stated = ByteBuffer.wrap(packed, end, SNAPPY_CHECKSUM_BYTES).getInt();
    if ((int) crc.getValue() != stated) {
      throw new BrokenBlockException(
          String.format(
              "a Snappy block's checksum is %08x, and its content has %08x: the file is damaged",
              stated, (int) crc.getValue()));
    }
  }

  private void inflate(byte[] packed) throws IOException, BrokenBlockException {
    Inflater inflater = new Inflater(true);
    try (InputStream raw = new InflaterInputStream(new ByteArrayInputStream(packed), inflater)) {
      drain(raw);
    } finally {
      inflater.end();
    }
  }

  private void drain(InputStream unpacked) throws IOException, BrokenBlockException {
    byte[] all = unpacked.readNBytes(maxBlockBytes + 1);
    if (all.length > maxBlockBytes) {
      throw new BrokenBlockException("a block unpacks to more than " + maxBlockBytes + " bytes");
    }
    block = all;
    length = all.length;
  }

  /** Returns the block's data, which is {@link #length} bytes long. */
  byte[] block() {
    return block;
  }

  int length() {
    return length;
  }

  /** Returns the number of records that the block claims to hold. */
  long count() {
    return count;
  }
}
