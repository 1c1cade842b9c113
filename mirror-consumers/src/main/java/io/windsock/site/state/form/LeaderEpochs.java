package io.windsock.site.state.form;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * By partition, the epoch of the leader that appended the last record applied. With it the log's
 * leader can say whether it still has that record. Immutable.
 */
public final class LeaderEpochs {
  private static final int UNKNOWN = -1;

  private final int[] epochs;

  private LeaderEpochs(int[] epochs) {
    this.epochs = epochs;
  }

  /** Of this many partitions, of none of which it is known. */
  public static LeaderEpochs unknown(int partitions) {
    int[] epochs = new int[partitions];
    Arrays.fill(epochs, UNKNOWN);
    return new LeaderEpochs(epochs);
  }

  /** These, with another for one partition; empty where it is not known. */
  public LeaderEpochs with(int partition, Optional<Integer> epoch) {
    int[] next = epochs.clone();
    next[partition] = epoch.orElse(UNKNOWN);
    return new LeaderEpochs(next);
  }

  /** The epoch in a partition; empty where it is not known. */
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

  /** What {@link #encode} gave for this batch, which a build without epochs may have passed. */
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
