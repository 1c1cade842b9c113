package io.windsock.site.state.form;

/**
 * The stored record of one key.
 *
 * <p>Immutable. The framed bytes are shared, not copied, and must not be modified.
 */
public final class StoredState {
  private final byte[] bytes;

  private StoredState(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The state of a key after a record.
   *
   * @param partition the partition of the last record applied to the key
   * @param offset that record's offset
   * @param hash the {@link StateHash} of key and state
   * @param framed the state
   */
  public static StoredState of(int partition, long offset, StateHash hash, byte[] framed) {
    return new StoredState(Layout.stored(partition, offset, hash.high(), hash.low(), framed));
  }

  public static StoredState decode(byte[] bytes) {
    return new StoredState(bytes);
  }

  public byte[] encode() {
    return bytes;
  }

  /** The partition of the last record applied to the key. */
  public int partition() {
    return Layout.partition(bytes);
  }

  /** The offset of the last record applied to the key. */
  public long offset() {
    return Layout.offset(bytes);
  }

  /** Upper half of the {@link StateHash}. */
  public long hashHigh() {
    return Layout.hashHigh(bytes);
  }

  /** Lower half of the {@link StateHash}. */
  public long hashLow() {
    return Layout.hashLow(bytes);
  }

  /** A copy of the framed state. */
  public byte[] framed() {
    return Layout.framed(bytes);
  }
}
