package io.windsock.contracts.query.codec;

import org.jspecify.annotations.Nullable;

/** Collects encoded items into a {@link BatchBlock}. Owned by one thread. */
final class BlockOutput {
  /** Room for the block's count, which is known last. */
  private static final int COUNT_BYTES = 5;

  private static final int MIN_CAPACITY = 1 << 10;

  /** The most memory that a block begins with, if the last ones needed as much: 256 KiB. */
  private static final int MAX_FIRST_BYTES = 256 << 10;

  private @Nullable AvroOutput out;
  private int capacity = MIN_CAPACITY;
  private int count;

  /** Begins an item, which is written to the returned output. */
  AvroOutput item() {
    AvroOutput to = out;
    if (to == null) {
      to = new AvroOutput(capacity);
      to.skip(COUNT_BYTES);
      out = to;
    }
    count++;
    return to;
  }

  int count() {
    return count;
  }

  int bytes() {
    return out == null ? 0 : out.size() - COUNT_BYTES;
  }

  /** Returns the block, and begins another one. */
  BatchBlock take() {
    AvroOutput written = out;
    if (written == null) {
      return BatchBlock.EMPTY;
    }
    int begin = written.numberBefore(COUNT_BYTES, count);
    int bytes = written.size() - begin;
    BatchBlock block = new BatchBlock(count, bytes, written.finish(begin));
    capacity = capacity(written.size());
    out = null;
    count = 0;
    return block;
  }

  /**
   * Returns with how much memory to begin after a block of {@code size}. After big blocks it falls
   * within some small ones: Java clears all of it, for each block.
   */
  private int capacity(int size) {
    int mean = (capacity + size + 1) / 2;
    return Math.max(MIN_CAPACITY, Math.min(MAX_FIRST_BYTES, Math.max(size, mean)));
  }
}
