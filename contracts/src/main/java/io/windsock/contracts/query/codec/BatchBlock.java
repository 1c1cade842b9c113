package io.windsock.contracts.query.codec;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Encoded calls or answers, of one kind, as one block of an Avro array. Immutable; several batches
 * may share it. The buffers must not be changed, nor their positions.
 *
 * @param count the number of calls or answers; 0 for no block at all
 * @param bytes the size of all buffers
 * @param buffers the encoding
 */
public record BatchBlock(int count, int bytes, List<ByteBuffer> buffers) {
  /** No block. */
  public static final BatchBlock EMPTY = new BatchBlock(0, 0, List.of());

  /** Copies the list. */
  public BatchBlock {
    buffers = List.copyOf(buffers);
  }
}
