package io.windsock.platform.link;

import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Responder;

/** Answers the calls that arrive on one event loop, which calls all its methods. */
public interface CallHandler {
  /** Returns the condition that goes with the next batch. Called for each batch and heartbeat. */
  Responder condition();

  /** A client has opened a stream and said who it is. Its first batch follows. */
  void opened(AnswerStream stream);

  /**
   * A batch has arrived; one without calls and cancels is a heartbeat.
   *
   * @param stream where it came from, and where answers may go
   * @param arrivedNs when it arrived, in terms of {@link System#nanoTime}
   */
  void calls(AnswerStream stream, CallBatch batch, long arrivedNs);

  /** A stream that was opened has ended. */
  void closed(AnswerStream stream);
}
