package io.windsock.site.state.form;

import java.nio.ByteBuffer;

/**
 * The stored record of one key. Immutable.
 *
 * @param bytes its bytes, with the framed state at their end; shared, and must not be modified
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredState(byte[] bytes) {
  /** In place of an offset, if the last record came before the log that the site follows. */
  private static final long BEFORE_THE_LOG = -1;

  private static final int OFFSET_AT = Integer.BYTES;
  private static final int HASH_AT = OFFSET_AT + Long.BYTES;

  /**
   * The state of a key after a record.
   *
   * @param partition the partition of the last record applied to the key
   * @param offset that record's offset
   * @param hash the {@link StateHash} of key and state
   * @param framed the state
   */
  public static StoredState of(int partition, long offset, StateHash hash, byte[] framed) {
    return new StoredState(
        ByteBuffer.allocate(Layout.STATE_HEADER_BYTES + framed.length)
            .putInt(partition)
            .putLong(offset)
            .putLong(hash.high())
            .putLong(hash.low())
            .put(framed)
            .array());
  }

  /** The partition of the last record applied to the key. */
  public int partition() {
    return Layout.partition(bytes);
  }

  /** The offset of the last record applied to the key. */
  public long offset() {
    return ByteBuffer.wrap(bytes).getLong(OFFSET_AT);
  }

  /** Whether the index of changes has the key's last change. */
  public boolean indexed() {
    return offset() != BEFORE_THE_LOG;
  }

  /** A copy for another log, which begins after the last record applied to the key. */
  public StoredState beforeTheLog() {
    byte[] moved = bytes.clone();
    ByteBuffer.wrap(moved).putLong(OFFSET_AT, BEFORE_THE_LOG);
    return new StoredState(moved);
  }

  /** Upper half of the {@link StateHash}. */
  public long hashHigh() {
    return ByteBuffer.wrap(bytes).getLong(HASH_AT);
  }

  /** Lower half of the {@link StateHash}. */
  public long hashLow() {
    return ByteBuffer.wrap(bytes).getLong(HASH_AT + Long.BYTES);
  }

  /** A copy of the framed state. */
  public byte[] framed() {
    return Layout.framed(bytes);
  }
}
