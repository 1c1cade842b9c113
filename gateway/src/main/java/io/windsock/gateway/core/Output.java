package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;

/**
 * What a gateway's core sends. Called by the core's thread, within a call of the core; an
 * implementation queues the message and must not call the core back.
 */
public interface Output {
  /** Sends a call to a site. Its id is the one that the site's answer is to name. */
  void send(String site, Call call);

  /** Tells a site that a call sent to it needs no answer any more. */
  void cancel(String site, String id);

  /** Gives a requester the outcome of a call; its id is the caller's own. */
  void relay(Requester requester, Answer answer);

  /**
   * Notes the time from a call's arrival to its outcome, if that is a site's final answer or the
   * end of its deadline.
   */
  default void took(Kind kind, long ns) {}
}
