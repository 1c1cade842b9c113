package io.windsock.site.state.form;

/**
 * What is stored of one key.
 *
 * <p>Immutable; the framed bytes are shared, not copied: nobody writes them.
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
   * @param hash holds the {@link StateHash} of key and state
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

  /** Upper half of its {@link StateHash}. */
  public long hashHigh() {
    return Layout.hashHigh(bytes);
  }

  /** Lower half of its {@link StateHash}. */
  public long hashLow() {
    return Layout.hashLow(bytes);
  }

  /** The framed state, a copy. */
  public byte[] framed() {
    return Layout.framed(bytes);
  }
}
