package io.windsock.contracts.topic;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Names and encodings of the record headers that Windsock writes. */
public final class EventHeaders {
  /**
   * On every event of the forward and mirror topics: the highest source sequence of the events in
   * the record, 8 bytes big-endian. It rises within a partition of the forward topic. It may fall
   * from record to record in the mirror topic, because rules withhold events. The version of a
   * key's state is the highest sequence applied to it.
   */
  public static final String SEQUENCE = "s";

  /**
   * On a mirrored event that a rule withheld: the withheld time in ms, 4 bytes big-endian. Absent
   * if the event was not withheld. The update delay excludes this time; what mirrors lack meanwhile
   * counts as staleness.
   */
  public static final String WITHHELD = "w";

  /**
   * On a source record that is to be taken at most once: what identifies the update, 1 to {@link
   * #MAX_UPDATE_ID_BYTES} bytes. The topology passes over a record whose id it has taken lately in
   * the same partition. Absent from most records.
   */
  public static final String UPDATE_ID = "windsock.update";

  /** The longest value of {@link #UPDATE_ID}, in bytes. */
  public static final int MAX_UPDATE_ID_BYTES = 64;

  /** On a dead letter: the reason, UTF-8. */
  public static final String REASON = "windsock.reason";

  /** On a dead letter: the source topic, UTF-8. */
  public static final String SOURCE_TOPIC = "windsock.topic";

  /** On a dead letter: the source partition, decimal, UTF-8. */
  public static final String SOURCE_PARTITION = "windsock.partition";

  /** On a dead letter: the source offset, decimal, UTF-8. */
  public static final String SOURCE_OFFSET = "windsock.offset";

  /**
   * On a dead letter that reports lost records: the last offset of the range that begins at {@link
   * #SOURCE_OFFSET}, decimal, UTF-8. No record of the range is left.
   */
  public static final String LAST_LOST_OFFSET = "windsock.last-offset";

  private EventHeaders() {}

  /** Encodes a withheld time, capped at the 24 days that 4 bytes can hold. */
  public static byte[] withheld(long ms) {
    return ByteBuffer.allocate(Integer.BYTES)
        .putInt((int) Math.min(Integer.MAX_VALUE, Math.max(0, ms)))
        .array();
  }

  /** Decodes a withheld time; 0 if the header is absent or malformed. */
  public static long withheld(byte @Nullable [] header) {
    return header == null || header.length != Integer.BYTES
        ? 0
        : Math.max(0, ByteBuffer.wrap(header).getInt());
  }

  /** Encodes a sequence. */
  public static byte[] sequence(long sequence) {
    byte[] bytes = new byte[Long.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[i] = (byte) (sequence >>> (56 - 8 * i));
    }
    return bytes;
  }

  /**
   * Whether a header's value is a sequence. Any program may have written it, and it may be null.
   */
  public static boolean isSequence(byte @Nullable [] header) {
    return header != null && header.length == Long.BYTES;
  }

  /**
   * Decodes a sequence.
   *
   * @throws IllegalArgumentException if the value is not 8 bytes long
   */
  public static long sequence(byte[] header) {
    if (!isSequence(header)) {
      throw new IllegalArgumentException("a sequence header of " + header.length + " bytes");
    }
    long sequence = 0;
    for (byte b : header) {
      sequence = sequence << 8 | (b & 0xff);
    }
    return sequence;
  }
}
