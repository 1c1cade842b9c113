package io.windsock.site.state.form;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * By partition, the epoch of the leader that appended the last record applied. The log's current
 * leader uses it to tell whether it still has that record. Immutable.
 */
public final class LeaderEpochs {
  private static final int UNKNOWN = -1;

  private final int[] epochs;

  private LeaderEpochs(int[] epochs) {
    this.epochs = epochs;
  }

  /** The epochs of this many partitions, all unknown. */
  public static LeaderEpochs unknown(int partitions) {
    int[] epochs = new int[partitions];
    Arrays.fill(epochs, UNKNOWN);
    return new LeaderEpochs(epochs);
  }

  /** A copy with another epoch for one partition; empty if it is unknown. */
  public LeaderEpochs with(int partition, Optional<Integer> epoch) {
    int[] next = epochs.clone();
    next[partition] = epoch.orElse(UNKNOWN);
    return new LeaderEpochs(next);
  }

  /** The epoch of a partition; empty if it is unknown. */
  public Optional<Integer> of(int partition) {
    return epochs[partition] == UNKNOWN ? Optional.empty() : Optional.of(epochs[partition]);
  }

  public byte[] encode(long batch) {
    ByteBuffer out = ByteBuffer.allocate(Long.BYTES + Integer.BYTES * epochs.length).putLong(batch);
    for (int epoch : epochs) {
      out.putInt(epoch);
    }
    return out.array();
  }

  /**
   * Decodes what {@link #encode} returned. The bytes may belong to an earlier batch, because a
   * build without epochs may have written batches since; then all epochs are unknown.
   */
  static LeaderEpochs decode(byte[] bytes, long batch, int partitions) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (bytes.length != Long.BYTES + Integer.BYTES * partitions || in.getLong() != batch) {
      return unknown(partitions);
    }
    int[] epochs = new int[partitions];
    for (int p = 0; p < partitions; p++) {
      epochs[p] = in.getInt();
    }
    return new LeaderEpochs(epochs);
  }
}
