package io.windsock.link.stage;

import com.github.luben.zstd.Zstd;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Compresses parts. A sample is compressed first; a part whose sample hardly shrinks is sent plain,
 * which costs the sample alone. Safe for use from any thread.
 */
public final class Compressor {
  /** The sample: this many pieces, spread over the part. */
  private static final int PIECES = 4;

  private static final int PIECE_BYTES = 4 << 10;

  /** A sample that keeps more than this share of its size is not worth compressing. */
  private static final double WORTH = 0.95;

  private static final int MAX_LZ4_LEVEL = 17;
  private static final int FAST_LZ4_LEVEL = 1;

  private final Codec codec;
  private final int level;
  private final LZ4Compressor lz4;

  /**
   * Creates a compressor.
   *
   * @param level for zstd, what {@link Zstd#minCompressionLevel} to {@link
   *     Zstd#maxCompressionLevel} allow; for LZ4, 1 for the fast compressor and up to 17 for the
   *     high one; ignored for {@link Codec#PLAIN}
   */
  public Compressor(Codec codec, int level) {
    int least = codec == Codec.ZSTD ? Zstd.minCompressionLevel() : FAST_LZ4_LEVEL;
    int most = codec == Codec.ZSTD ? Zstd.maxCompressionLevel() : MAX_LZ4_LEVEL;
    if (codec != Codec.PLAIN && (level < least || level > most)) {
      throw new IllegalArgumentException(
          "level " + level + " of " + codec + ": from " + least + " to " + most);
    }
    this.codec = codec;
    this.level = level;
    LZ4Factory factory = LZ4Factory.fastestInstance();
    boolean high = codec == Codec.LZ4 && level > FAST_LZ4_LEVEL;
    lz4 = high ? factory.highCompressor(level) : factory.fastCompressor();
  }

  /** Compresses a part. */
  public Packed pack(byte[] part) {
    if (codec == Codec.PLAIN || part.length == 0 || !isWorth(part)) {
      return plain(part);
    }
    byte[] packed = compress(part);
    return packed.length < part.length ? new Packed(codec, packed, part.length) : plain(part);
  }

  private static Packed plain(byte[] part) {
    return new Packed(Codec.PLAIN, part, part.length);
  }

  private byte[] compress(byte[] bytes) {
    return codec == Codec.ZSTD ? ZstdContexts.compress(bytes, level) : lz4.compress(bytes);
  }

  private boolean isWorth(byte[] part) {
    if (part.length <= 2 * PIECES * PIECE_BYTES) {
      return true;
    }
    byte[] sample = new byte[PIECES * PIECE_BYTES];
    int step = (part.length - PIECE_BYTES) / (PIECES - 1);
    for (int i = 0; i < PIECES; i++) {
      System.arraycopy(part, i * step, sample, i * PIECE_BYTES, PIECE_BYTES);
    }
    return compress(sample).length <= WORTH * sample.length;
  }

  /**
   * Returns a part as it was before it was compressed.
   *
   * @param plainBytes how many bytes it had then; the caller bounds it
   * @throws RefusedFrameException if the bytes are not that
   */
  public static byte[] unpack(Codec codec, byte[] packed, int plainBytes)
      throws RefusedFrameException {
    try {
      byte[] plain =
          switch (codec) {
            case PLAIN -> packed;
            case ZSTD -> ZstdContexts.decompress(packed, plainBytes);
            case LZ4 ->
                LZ4Factory.fastestInstance().safeDecompressor().decompress(packed, plainBytes);
          };
      if (plain.length == plainBytes) {
        return plain;
      }
      throw new RefusedFrameException(
          RefusedFrameException.Reason.MALFORMED,
          "%s has %d bytes, not %d".formatted(codec, plain.length, plainBytes));
    } catch (RuntimeException e) { // what each library throws for other bytes
      throw new RefusedFrameException(
          RefusedFrameException.Reason.MALFORMED,
          codec + " can't be decompressed: " + e.getMessage());
    }
  }

  /** Returns what it does, for a person. */
  @Override
  public String toString() {
    return codec == Codec.PLAIN ? "no compression" : codec + " at level " + level;
  }
}
