package io.windsock.platform.link;

import io.windsock.contracts.query.AnswerBatch;

/** Receives what a {@link CallLink} reports, on its event loop. */
public interface LinkListener {
  /** The peer has sent its first batch on a new connection: calls may be offered. */
  void up();

  /**
   * A batch has arrived; one without answers is a heartbeat.
   *
   * @param batch the answers, and the peer's condition
   */
  void answers(AnswerBatch batch);

  /**
   * A batch with calls has been sent. Nothing may be offered from here.
   *
   * @param calls how many calls it has, at least 1
   */
  default void sent(int calls) {}

  /**
   * The connection is lost, or could not be made; what was sent on it may never be answered. The
   * link connects again by itself.
   *
   * @param reason what happened, in words
   */
  void down(String reason);
}
