package io.windsock.platform.link;

import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.codec.AnswerBatchCodec;
import io.windsock.contracts.query.codec.BatchBlock;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Answers that wait for the next batches of a stream. After a pause of the peer they go in several
 * batches: the first of them count at once, while the last are still on a slow line. Owned by the
 * stream's event loop.
 */
final class AnswerQueue implements Outbound.Batch {
  private final CallHandler handler;
  private final int batchBytes;
  private final Deque<BatchBlock> blocks = new ArrayDeque<>();
  private int items;
  private int bytes;

  /**
   * Creates an empty queue.
   *
   * @param handler says in which condition the server is
   * @param batchBytes the bytes at which a batch takes no more of what waits
   */
  AnswerQueue(CallHandler handler, int batchBytes) {
    this.handler = handler;
    this.batchBytes = batchBytes;
  }

  void add(BatchBlock block) {
    blocks.add(block);
    items += block.count();
    bytes += block.bytes();
  }

  @Override
  public int items() {
    return items;
  }

  @Override
  public int bytes() {
    return bytes;
  }

  @Override
  public boolean isEmpty() {
    return items == 0;
  }

  @Override
  public List<ByteBuffer> take() {
    List<BatchBlock> taken = new ArrayList<>();
    int takenItems = 0;
    int takenBytes = 0;
    BatchBlock next = blocks.peek();
    while (next != null && (taken.isEmpty() || fits(next, takenItems, takenBytes))) {
      taken.add(blocks.remove());
      takenItems += next.count();
      takenBytes += next.bytes();
      next = blocks.peek();
    }
    items -= takenItems;
    bytes -= takenBytes;
    return AnswerBatchCodec.encode(handler.condition(), taken);
  }

  private boolean fits(BatchBlock next, int takenItems, int takenBytes) {
    return takenBytes < batchBytes
        && takenBytes + next.bytes() <= BatchBounds.MAX_BODY_BYTES
        && takenItems + next.count() <= BatchBounds.MAX_ITEMS;
  }

  @Override
  public void clear() {
    blocks.clear();
    items = 0;
    bytes = 0;
  }
}
