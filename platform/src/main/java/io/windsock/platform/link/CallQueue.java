package io.windsock.platform.link;

import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.contracts.query.codec.CallBatchCodec;
import io.windsock.contracts.query.codec.CallEncoder;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Calls and cancels that wait for the next batches of a link. After a pause of the peer they go in
 * several batches. A cancel is in the batch of its call or in a later one. Owned by the link's
 * event loop.
 */
final class CallQueue implements Outbound.Batch {
  /** An upper bound of the size of a call, so that no batch exceeds its own. */
  private static final int MAX_CALL_BYTES = 16 << 10;

  /** The most bytes of a cancel. */
  private static final int CANCEL_BYTES = Call.MAX_WIRE_ID_CHARS + 1;

  private final Sender sender;
  private final LinkListener listener;
  private final int batchItems;
  private final int batchBytes;

  /** What fills a batch each, the first to be sent first. */
  private final Deque<Part> full = new ArrayDeque<>();

  private Part last = new Part();
  private int calls;
  private int cancels;
  private int bytes;

  /** What one batch is to have. */
  private static final class Part {
    private final CallEncoder calls = new CallEncoder();
    private final List<String> cancels = new ArrayList<>();

    int bytes() {
      return calls.bytes() + cancels.size() * CANCEL_BYTES;
    }
  }

  /**
   * Creates an empty queue.
   *
   * @param sender says who calls
   * @param listener learns what is sent
   * @param bounds say how much fills a batch
   */
  CallQueue(Sender sender, LinkListener listener, LinkBounds bounds) {
    this.sender = sender;
    this.listener = listener;
    batchItems = Math.min(bounds.batchItems(), BatchBounds.MAX_ITEMS);
    batchBytes =
        Math.min(bounds.batchBytes(), BatchBounds.MAX_CALL_BATCH_BYTES - 2 * MAX_CALL_BYTES);
  }

  /**
   * Adds a call.
   *
   * @throws IllegalArgumentException with the reason, if it exceeds the bounds of a batch
   */
  void add(Call call) {
    Part part = open();
    int before = part.calls.bytes();
    part.calls.add(call);
    calls++;
    bytes += part.calls.bytes() - before;
  }

  /**
   * Adds a cancel.
   *
   * @param id a valid id
   */
  void cancel(String id) {
    open().cancels.add(id);
    cancels++;
    bytes += CANCEL_BYTES;
  }

  /** Returns the part that takes more. */
  private Part open() {
    boolean isFull =
        last.bytes() >= batchBytes
            || last.calls.count() >= batchItems
            || last.cancels.size() >= batchItems;
    if (isFull) {
      full.add(last);
      last = new Part();
    }
    return last;
  }

  @Override
  public int items() {
    return Math.max(calls, cancels);
  }

  @Override
  public int bytes() {
    return bytes;
  }

  @Override
  public boolean isEmpty() {
    return calls == 0 && cancels == 0;
  }

  @Override
  public List<ByteBuffer> take() {
    Part part = full.isEmpty() ? last : full.remove();
    calls -= part.calls.count();
    cancels -= part.cancels.size();
    bytes -= part.bytes();
    BatchBlock block = part.calls.take();
    if (block.count() > 0) {
      listener.sent(block.count());
    }
    List<ByteBuffer> message = CallBatchCodec.encode(sender, List.of(block), part.cancels);
    part.cancels.clear();
    return message;
  }

  @Override
  public void clear() {
    full.clear();
    last = new Part();
    calls = 0;
    cancels = 0;
    bytes = 0;
  }
}
