package io.windsock.gateway.link;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.gateway.core.Requester;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.gateway.loop.Recipient;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** A stream of a requester's calls, and of their outcomes. Owned by the core's loop. */
final class RequesterStream implements Recipient {
  /** The most outcomes of one block. */
  private static final int MAX_ITEMS = 1_024;

  /** The bytes at which a block takes no more, so that it and a further body are within a batch. */
  private static final int MAX_BYTES = 1 << 20;

  private final Predicate<BatchBlock> stream;
  private final CoreLoop core;
  private final LinkMeters meters;
  private final Requester requester;
  private final AnswerEncoder encoder = new AnswerEncoder();

  /**
   * Blocks that take no more. They are not sent before the core has returned: a connection may be
   * found lost while something is sent on it, which ends the requester's calls.
   */
  private final Deque<BatchBlock> full = new ArrayDeque<>();

  /**
   * Opens a stream.
   *
   * @param caller the requester's name
   * @param stream sends outcomes; returns whether it took them
   */
  RequesterStream(String caller, Predicate<BatchBlock> stream, CoreLoop core, LinkMeters meters) {
    this.stream = stream;
    this.core = core;
    this.meters = meters;
    requester = core.opened(caller, this);
  }

  /** Takes a batch. A call and its cancel may be in the same one, so the cancels come second. */
  void calls(CallBatch batch) {
    if (!batch.calls().isEmpty()) {
      meters.calls(batch.calls().size());
      core.calls(requester, batch.calls());
    }
    core.cancels(requester, batch.cancels());
  }

  @Override
  public void relay(Answer answer) {
    encoder.add(answer);
    if (encoder.count() >= MAX_ITEMS || encoder.bytes() >= MAX_BYTES) {
      full.add(encoder.take());
    }
  }

  @Override
  public void flush() {
    for (BatchBlock next = full.poll(); next != null; next = full.poll()) {
      send(next);
    }
    send(encoder.take());
  }

  private void send(BatchBlock block) {
    if (!stream.test(block)) {
      meters.dropped(block.count());
    }
  }

  /** Drops the pending calls, whose outcomes have nowhere to go. */
  void closed() {
    core.closed(requester);
  }
}
