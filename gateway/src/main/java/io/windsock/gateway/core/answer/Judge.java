package io.windsock.gateway.core.answer;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a site's answer is worth to a call. Stateless. Not final, so that tests can put in a
 * faulty one.
 */
public class Judge {
  /** Creates a judge. */
  public Judge() {}

  /**
   * Returns the answer as the gateway takes it, with the caller's id and the name of the site. An
   * answer that is older than the position which the caller has seen becomes {@link Status#BEHIND},
   * as does one of another incarnation of the topic, whose positions cannot be compared. An answer
   * that lacks its position becomes {@link Status#FAILED}.
   */
  public Answer judged(Call call, String site, Answer answer) {
    boolean read = answer.status() == Status.FOUND || answer.status() == Status.ABSENT;
    if (read && answer.at() == null) {
      return refusal(call, site, Status.FAILED, "an answer without a position");
    }
    if (read && !isFresh(answer.at(), call.since())) {
      return refusal(call, site, Status.BEHIND, "an answer older than the position given");
    }
    return new Answer(
        call.id(),
        answer.status(),
        site,
        answer.at(),
        answer.body(),
        answer.error(),
        answer.remedy(),
        answer.retryAfterMs());
  }

  /** Returns whether an answer at a position shows all that a caller at {@code since} has seen. */
  protected boolean isFresh(@Nullable Token at, @Nullable Token since) {
    return since == null || (at != null && at.covers(since));
  }

  /** Returns whether another site is to be asked after this answer. */
  public boolean isWorthAnotherSite(Answer answer) {
    return !answer.status().isFinal();
  }

  private static Answer refusal(Call call, String site, Status status, String error) {
    return new Answer(
        call.id(), status, site, null, Replies.NO_BODY, error, "try another site, or later");
  }
}
