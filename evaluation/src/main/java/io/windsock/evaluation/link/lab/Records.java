package io.windsock.evaluation.link.lab;

import io.windsock.link.stage.Codec;
import io.windsock.link.stage.Compressor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Records of one size: reports of flights as text, with numbers at random, so that they compress as
 * operational data does. Deterministic by seed. Owned by one thread.
 */
public final class Records {
  /** The bytes of a key. */
  static final int KEY_BYTES = 6;

  private static final int MIN_BYTES = 16;
  private static final int FLIGHTS = 5_000;
  private static final int SAMPLE_RECORDS = 2_000;
  private static final int ZSTD_LEVEL = 1;
  private static final String[] FIELDS = {
    "lat", "lon", "alt", "gs", "hdg", "fuel", "eta", "squawk"
  };

  private final int bytes;
  private final SplittableRandom random;
  private final StringBuilder text = new StringBuilder();

  /**
   * Creates a source of records.
   *
   * @param bytes of key and value together
   */
  public Records(int bytes, long seed) {
    if (bytes < MIN_BYTES) {
      throw new IllegalArgumentException(bytes + " bytes; a record has " + MIN_BYTES + " or more");
    }
    this.bytes = bytes;
    random = new SplittableRandom(seed);
  }

  /** Returns the key of a flight at random. */
  public byte[] key() {
    return "LH%04d".formatted(random.nextInt(FLIGHTS)).getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the next value. */
  public byte[] value() {
    text.setLength(0);
    text.append("{\"type\":\"position\"");
    for (int i = 0; text.length() < bytes; i++) {
      text.append(",\"").append(FIELDS[i % FIELDS.length]).append("\":");
      text.append(random.nextInt(100_000));
    }
    text.setLength(bytes - KEY_BYTES);
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns to which share zstd compresses a batch of such values, 0 to 1. */
  public static double compressedShare(int bytes) {
    Records records = new Records(bytes, 1);
    ByteBuffer all = ByteBuffer.allocate(SAMPLE_RECORDS * bytes);
    for (int i = 0; i < SAMPLE_RECORDS; i++) {
      all.put(records.key()).put(records.value());
    }
    int packed = new Compressor(Codec.ZSTD, ZSTD_LEVEL).pack(all.array()).bytes().length;
    return (double) packed / all.capacity();
  }
}
