package io.windsock.gateway.core.answer;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;

/** The answers that a gateway gives by itself. */
public final class Replies {
  static final byte[] NO_BODY = {};

  private final int retryAfterMs;

  /**
   * Creates the replies of a gateway.
   *
   * @param retryAfterMs after how long a refused caller may call again, ms
   */
  public Replies(int retryAfterMs) {
    this.retryAfterMs = retryAfterMs;
  }

  /** Returns that too many calls are pending. */
  public Answer busy(Call call) {
    return new Answer(
        call.id(),
        Status.BUSY,
        "",
        null,
        NO_BODY,
        "too many calls are pending",
        "call again later",
        retryAfterMs);
  }

  /** Returns that the deadline passed without an answer. */
  public Answer late(Call call) {
    return reply(
        call,
        Status.LATE,
        "no site answered within " + call.remainingMs() + " ms",
        "call again, or allow more time");
  }

  /** Returns that there is no site to send the call to. */
  public Answer noSite(Call call) {
    return reply(call, Status.FAILED, "no site is ready", "call again later");
  }

  /** Returns that a call could not be sent to a site. */
  public Answer unsent(Call call, String site) {
    return new Answer(
        call.id(),
        Status.FAILED,
        "", // it has not answered
        null,
        NO_BODY,
        "the link to site '" + site + "' takes no calls",
        "call again later");
  }

  /** Returns that a gateway is about to stop. */
  public Answer stopping(Call call) {
    return reply(call, Status.FAILED, "the gateway is stopping", "call another gateway");
  }

  /** Returns that a call is invalid. */
  public Answer invalid(Call call, CallCheck.Fault fault) {
    return reply(call, Status.INVALID, fault.error(), fault.remedy());
  }

  /** Returns that a call repeats the id of a pending one. */
  public Answer repeated(Call call) {
    return reply(
        call,
        Status.INVALID,
        "a call with id '" + call.id() + "' is pending",
        "give each call an id of its own");
  }

  private static Answer reply(Call call, Status status, String error, String remedy) {
    return new Answer(call.id(), status, "", null, NO_BODY, error, remedy);
  }
}
