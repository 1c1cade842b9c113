package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;

/** Encodes calls, each as soon as it is added. Owned by one thread. */
public final class CallEncoder {
  private static final int OF_KEY = 0;
  private static final int OF_VIEW = 1;
  private static final int NULL = 0;
  private static final int POSITION = 1;

  private final BlockOutput block = new BlockOutput();

  /**
   * Adds a call.
   *
   * @throws IllegalArgumentException with the reason, if it exceeds {@link BatchBounds}
   */
  public void add(Call call) {
    String fault = BatchBounds.fault(call);
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
    AvroOutput out = block.item();
    out.text(call.id());
    question(out, call.question());
    out.number(call.remainingMs());
    Token since = call.since();
    out.number(since == null ? NULL : POSITION);
    if (since != null) {
      out.position(since);
    }
    out.number(call.copies());
    out.number(call.gateways().size());
    if (!call.gateways().isEmpty()) {
      call.gateways().forEach(out::text);
      out.number(0);
    }
  }

  private static void question(AvroOutput out, Question question) {
    if (question instanceof Question.OfView view) {
      out.number(OF_VIEW);
      out.text(view.view());
      out.text(view.group());
      out.number(view.limit());
    } else if (question instanceof Question.OfKey key) {
      out.number(OF_KEY);
      out.text(key.key());
    }
  }

  /** Returns the number of calls added since the last {@link #take}. */
  public int count() {
    return block.count();
  }

  /** Returns the bytes of those calls. */
  public int bytes() {
    return block.bytes();
  }

  /** Returns the calls added since the last time, encoded. */
  public BatchBlock take() {
    return block.take();
  }
}
