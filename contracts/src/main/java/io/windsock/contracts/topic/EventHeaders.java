package io.windsock.contracts.topic;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Names and forms of the record headers that Windsock writes. */
public final class EventHeaders {
  /**
   * On every event of the forward and mirror topics: the highest source sequence of the events in
   * it, 8 bytes big-endian. Rises in a partition of the forward topic. In the mirror topic it may
   * fall from record to record, because rules withhold events. The version of a key's state is the
   * highest that it has been given.
   */
  public static final String SEQUENCE = "s";

  /**
   * On an event of the mirror topic that a rule withheld: for how long, ms, 4 bytes big-endian.
   * Absent: not at all. An update's delay is counted without it; what mirrors lack meanwhile is
   * staleness.
   */
  public static final String WITHHELD = "w";

  /** On a dead letter: why, in words, UTF-8. */
  public static final String REASON = "windsock.reason";

  /** On a dead letter: the topic it came from, UTF-8. */
  public static final String SOURCE_TOPIC = "windsock.topic";

  /** On a dead letter: the partition it came from, decimal, UTF-8. */
  public static final String SOURCE_PARTITION = "windsock.partition";

  /** On a dead letter: the offset it had, decimal, UTF-8. */
  public static final String SOURCE_OFFSET = "windsock.offset";

  /**
   * On a dead letter that notes lost records: the last offset of the range that begins at {@link
   * #SOURCE_OFFSET}, decimal, UTF-8. No record of the range is left.
   */
  public static final String LAST_LOST_OFFSET = "windsock.last-offset";

  private EventHeaders() {}

  /** The header form of a time withheld; at the most what 4 bytes hold, 24 days. */
  public static byte[] withheld(long ms) {
    return ByteBuffer.allocate(Integer.BYTES)
        .putInt((int) Math.min(Integer.MAX_VALUE, Math.max(0, ms)))
        .array();
  }

  /** Reads the header form; 0 of what is none. */
  public static long withheld(byte @Nullable [] header) {
    return header == null || header.length != Integer.BYTES
        ? 0
        : Math.max(0, ByteBuffer.wrap(header).getInt());
  }

  /** The header form of a sequence. */
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
   * Reads the header form.
   *
   * @throws IllegalArgumentException if it is not 8 bytes long
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
