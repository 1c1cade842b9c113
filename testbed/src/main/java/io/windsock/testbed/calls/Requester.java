package io.windsock.testbed.calls;

import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import java.util.function.Consumer;

/** Makes calls. One thread calls it; outcomes come on any. */
interface Requester extends AutoCloseable {
  /**
   * Asks a question.
   *
   * @param deadlineNs in terms of {@link System#nanoTime}
   * @param outcome receives what became of the call, at the deadline at the latest
   */
  void ask(Question question, long deadlineNs, Consumer<Status> outcome);

  /** Returns the answers that were dropped because their calls had their outcome. */
  long redundant();

  @Override
  void close();
}
