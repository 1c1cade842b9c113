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
import java.util.function.LongSupplier;

/**
 * Calls and cancels that wait for the next batches of a link. After a pause of the peer they go in
 * several batches, with the time that each call has left then; those whose deadline has passed are
 * dropped, since their callers have given up. A cancel is in the batch of its call or in a later
 * one. Owned by the link's event loop.
 */
final class CallQueue implements Outbound.Batch {
  /** An upper bound of the size of a call, so that no batch exceeds its own. */
  private static final int MAX_CALL_BYTES = 16 << 10;

  /** The most bytes of a cancel. */
  private static final int CANCEL_BYTES = Call.MAX_WIRE_ID_CHARS + 1;

  private static final long NS_PER_MS = 1_000_000;

  private final Sender sender;
  private final LinkListener listener;
  private final LongSupplier clock;
  private final int batchItems;
  private final int batchBytes;

  /**
   * After this time in the queue a call goes with the time that is left, ns. It is usual to wait
   * for a sweep, and not worth encoding calls again.
   */
  private final long usualNs;

  /** What fills a batch each, the first to be sent first. */
  private final Deque<Part> full = new ArrayDeque<>();

  private Part last = new Part();
  private int calls;
  private int cancels;
  private int bytes;

  /** A call, and since when it waits, in terms of {@link System#nanoTime}. */
  private record Waiting(Call call, long sinceNs) {}

  /** What one batch is to have: calls, encoded and as they were added, and cancels. */
  private static final class Part {
    private final CallEncoder encoded = new CallEncoder();
    private final List<Waiting> calls = new ArrayList<>();
    private final List<String> cancels = new ArrayList<>();

    int bytes() {
      return encoded.bytes() + cancels.size() * CANCEL_BYTES;
    }

    boolean isOlder(long ageNs, long nowNs) {
      return !calls.isEmpty() && nowNs - calls.get(0).sinceNs() > ageNs;
    }

    /** Encodes the calls again, each with the time that is left. */
    BatchBlock remaining(long nowNs) {
      CallEncoder again = new CallEncoder();
      for (Waiting waiting : calls) {
        Call call = waiting.call();
        long leftMs = call.remainingMs() - (nowNs - waiting.sinceNs()) / NS_PER_MS;
        if (leftMs >= 1) {
          again.add(withRemaining(call, (int) leftMs));
        }
      }
      return again.take();
    }

    private static Call withRemaining(Call call, int remainingMs) {
      return new Call(
          call.id(), call.question(), remainingMs, call.since(), call.copies(), call.gateways());
    }
  }

  /**
   * Creates an empty queue.
   *
   * @param sender says who calls
   * @param listener learns what is sent
   * @param bounds say how much fills a batch, and how long calls usually wait for others
   * @param clock as {@link System#nanoTime}
   */
  CallQueue(Sender sender, LinkListener listener, LinkBounds bounds, LongSupplier clock) {
    this.sender = sender;
    this.listener = listener;
    this.clock = clock;
    usualNs = bounds.maxSweep().toNanos();
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
    int before = part.encoded.bytes();
    part.encoded.add(call);
    part.calls.add(new Waiting(call, clock.getAsLong()));
    calls++;
    bytes += part.encoded.bytes() - before;
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
            || last.calls.size() >= batchItems
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
    calls -= part.calls.size();
    cancels -= part.cancels.size();
    bytes -= part.bytes();
    BatchBlock block = taken(part);
    if (block.count() > 0) {
      listener.sent(block.count());
    }
    List<ByteBuffer> message = CallBatchCodec.encode(sender, List.of(block), part.cancels);
    part.cancels.clear();
    return message;
  }

  private BatchBlock taken(Part part) {
    long nowNs = clock.getAsLong();
    BatchBlock encoded = part.encoded.take();
    BatchBlock block = part.isOlder(usualNs, nowNs) ? part.remaining(nowNs) : encoded;
    part.calls.clear();
    return block;
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
