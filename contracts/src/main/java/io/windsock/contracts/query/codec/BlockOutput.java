package io.windsock.contracts.query.codec;

import java.nio.ByteBuffer;
import java.util.List;

/** Collects encoded items into a {@link BatchBlock}. Owned by one thread. */
final class BlockOutput {
  /** Room for the block's count, which is known last. */
  private static final int COUNT_BYTES = 5;

  private static final int MIN_CAPACITY = 1 << 10;

  /** The most memory kept for the next block: 256 KiB. */
  private static final int MAX_KEPT_BYTES = 256 << 10;

  private AvroOutput out = begin(MIN_CAPACITY);
  private int count;

  private static AvroOutput begin(int capacity) {
    AvroOutput out = new AvroOutput(capacity);
    out.skip(COUNT_BYTES);
    return out;
  }

  /** Begins an item, which is written to the returned output. */
  AvroOutput item() {
    count++;
    return out;
  }

  int count() {
    return count;
  }

  int bytes() {
    return out.size() - COUNT_BYTES;
  }

  /** Returns the block, and begins another one. */
  BatchBlock take() {
    if (count == 0) {
      return BatchBlock.EMPTY;
    }
    int begin = out.numberBefore(COUNT_BYTES, count);
    int bytes = out.size() - begin;
    int capacity = Math.min(out.capacity(), MAX_KEPT_BYTES);
    List<ByteBuffer> buffers = out.finish(begin);
    BatchBlock block = new BatchBlock(count, bytes, buffers);
    out = begin(capacity);
    count = 0;
    return block;
  }
}
