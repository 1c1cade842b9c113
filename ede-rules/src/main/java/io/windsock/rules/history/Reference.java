package io.windsock.rules.history;

import java.util.zip.CRC32C;

/**
 * What is logged of a held event in place of its bytes: where the source has them.
 *
 * @param stream the name of its stream
 * @param offset its offset in the partition of the stream's topic
 * @param length its size in bytes
 * @param checksum the CRC-32C of its bytes: after the source has lost its end, another record may
 *     have the offset
 */
public record Reference(String stream, long offset, int length, int checksum) {
  static Reference to(byte[] value, String stream, long offset) {
    return new Reference(stream, offset, value.length, checksum(value));
  }

  /** Whether these may be the bytes of the event that it refers to. */
  public boolean fits(byte[] value) {
    return value.length == length && checksum(value) == checksum;
  }

  private static int checksum(byte[] value) {
    CRC32C sum = new CRC32C();
    sum.update(value, 0, value.length);
    return (int) sum.getValue();
  }
}
