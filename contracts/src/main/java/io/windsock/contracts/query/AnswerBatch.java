package io.windsock.contracts.query;

import java.util.List;

/**
 * Answers that travel together. An empty batch is a heartbeat. Immutable.
 *
 * @param responder who sends it, and its condition
 * @param answers the answers, at most {@link BatchBounds#MAX_ITEMS}
 */
public record AnswerBatch(Responder responder, List<Answer> answers) {
  /** Copies the list. */
  public AnswerBatch {
    answers = List.copyOf(answers);
  }
}
