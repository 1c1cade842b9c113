package io.windsock.gateway.link;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.gateway.core.Requester;
import io.windsock.gateway.loop.CoreLoop;
import io.windsock.gateway.loop.Recipient;
import io.windsock.platform.link.AnswerStream;

/** A stream of a requester's calls, and of their outcomes. Owned by the core's loop. */
final class RequesterStream implements Recipient {
  /** The most outcomes of one block. */
  private static final int MAX_ITEMS = 1_024;

  /** The bytes at which a block is sent, so that it and a further body are within a batch. */
  private static final int MAX_BYTES = 1 << 20;

  private final AnswerStream stream;
  private final CoreLoop core;
  private final LinkMeters meters;
  private final Requester requester;
  private final AnswerEncoder encoder = new AnswerEncoder();

  RequesterStream(AnswerStream stream, CoreLoop core, LinkMeters meters) {
    this.stream = stream;
    this.core = core;
    this.meters = meters;
    requester = core.opened(stream.sender().name(), this);
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
      flush();
    }
  }

  @Override
  public void flush() {
    BatchBlock block = encoder.take();
    if (!stream.send(block)) {
      meters.dropped(block.count());
    }
  }

  /** Drops the pending calls, whose outcomes have nowhere to go. */
  void closed() {
    core.closed(requester);
  }
}
