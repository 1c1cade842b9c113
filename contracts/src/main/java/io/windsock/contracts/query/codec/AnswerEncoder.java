package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.BatchBounds;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes answers, each as soon as it is added. Bodies beyond 2 KiB are referred to rather than
 * copied. Owned by one thread.
 */
public final class AnswerEncoder {
  private static final int NULL = 0;
  private static final int POSITION = 1;
  private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0);

  private final BlockOutput block = new BlockOutput();

  /** Adds an answer. */
  public void add(Answer answer) {
    add(
        answer.id(),
        answer.status(),
        answer.site(),
        answer.at(),
        ByteBuffer.wrap(answer.body()),
        answer.error(),
        answer.remedy(),
        answer.retryAfterMs());
  }

  /**
   * Adds an answer with a body.
   *
   * @param body JSON, at most {@link BatchBounds#MAX_BODY_BYTES}; must not change
   */
  public void found(String id, String site, Token at, ByteBuffer body) {
    add(id, Answer.Status.FOUND, site, at, body, "", "", 0);
  }

  /** Adds an answer that there is no such key or view, as of {@code at}. */
  public void absent(String id, String site, @Nullable Token at, String error, String remedy) {
    add(id, Answer.Status.ABSENT, site, at, NO_BODY, error, remedy, 0);
  }

  /** Adds an answer that refuses the call for now, and names the time for a further one. */
  public void busy(String id, String site, String error, String remedy, int retryAfterMs) {
    add(id, Answer.Status.BUSY, site, null, NO_BODY, error, remedy, retryAfterMs);
  }

  /** Adds an answer without a body. */
  public void other(String id, Answer.Status status, String site, String error, String remedy) {
    add(id, status, site, null, NO_BODY, error, remedy, 0);
  }

  private void add(
      String id,
      Answer.Status status,
      String site,
      @Nullable Token at,
      ByteBuffer body,
      String error,
      String remedy,
      int retryAfterMs) {
    if (body.remaining() > BatchBounds.MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          "a body of " + body.remaining() + " bytes; the most is " + BatchBounds.MAX_BODY_BYTES);
    }
    AvroOutput out = block.item();
    out.text(id);
    out.number(StatusIndex.of(status));
    out.text(site);
    out.number(at == null ? NULL : POSITION);
    if (at != null) {
      out.position(at);
    }
    out.bytes(body);
    out.text(error, BatchBounds.MAX_MESSAGE_BYTES);
    out.text(remedy, BatchBounds.MAX_MESSAGE_BYTES);
    out.number(retryAfterMs);
  }

  /** Returns the number of answers added since the last {@link #take}. */
  public int count() {
    return block.count();
  }

  /** Returns the bytes of those answers. */
  public int bytes() {
    return block.bytes();
  }

  /** Returns the answers added since the last time, encoded. */
  public BatchBlock take() {
    return block.take();
  }
}
