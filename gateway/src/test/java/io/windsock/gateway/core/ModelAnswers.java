package io.windsock.gateway.core;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What an answer of a {@link SimSite} is worth, as the model of the checker has it. */
final class ModelAnswers {
  private ModelAnswers() {}

  /** Returns whether another site is to be asked after this answer. */
  static boolean isRefusal(Call call, Answer answer) {
    if (answer.status() != Status.FOUND && answer.status() != Status.ABSENT) {
      return answer.status() != Status.INVALID;
    }
    return answer.at() == null || !covers(answer.at(), call.since());
  }

  private static boolean covers(@Nullable Token at, @Nullable Token since) {
    return since == null || (at != null && at.covers(since));
  }

  /** Returns the body of the answer to a question. */
  static byte[] body(Question question) {
    return question.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether an answer is to this question, as far as it says to which it is. */
  static boolean isTo(Question question, Answer answer) {
    return answer.status() != Status.FOUND
        || new String(answer.body(), StandardCharsets.UTF_8).equals(question.toString());
  }
}
