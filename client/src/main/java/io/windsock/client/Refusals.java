package io.windsock.client;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import org.jspecify.annotations.Nullable;

/** The outcomes that a client creates by itself, and the ranking of those that gateways give. */
final class Refusals {
  /** After how long a caller may ask again whose call was refused for the number pending, ms. */
  static final int RETRY_AFTER_MS = 100;

  private static final double NS_PER_MS = 1e6;
  private static final byte[] NO_BODY = {};

  private Refusals() {}

  static Answer late(PendingCall call, String detail) {
    long ms = Math.round((call.deadlineNs - call.askedNs) / NS_PER_MS);
    Answer refusal = call.refusal;
    String said = refusal == null ? detail : "; " + refusal.status() + ": " + refusal.error();
    return answer(
        call.id,
        Status.LATE,
        "no final answer within " + ms + " ms" + said,
        "ask again, or allow more time",
        0);
  }

  static Answer full(PendingCall call) {
    return answer(
        call.id,
        Status.BUSY,
        "the gateways do not take calls as fast as they are asked",
        "ask again later",
        RETRY_AFTER_MS);
  }

  static Answer tooMany(int pending) {
    return answer(
        "",
        Status.BUSY,
        pending + " calls of this client are pending",
        "ask again later, or allow more",
        RETRY_AFTER_MS);
  }

  static Answer closed(PendingCall call) {
    return answer(call.id, Status.FAILED, "the client was closed", "open another client", 0);
  }

  /** Turns an unusable final answer into a refusal, so that the client waits for another answer. */
  static Answer unusable(Answer answer, Status status, String error) {
    return answer(answer.id(), status, error, "ask again, or another gateway", 0);
  }

  /** Returns the refusal that tells a caller more; the earlier one of equals. */
  static Answer better(@Nullable Answer earlier, Answer other) {
    return earlier == null || weight(other.status()) > weight(earlier.status()) ? other : earlier;
  }

  private static int weight(Status status) {
    return switch (status) {
      case LATE -> 0;
      case FAILED -> 1;
      case BEHIND -> 2;
      case BUSY -> 3;
      default -> throw new IllegalArgumentException(status + " is not a refusal");
    };
  }

  private static Answer answer(
      String id, Status status, String error, String remedy, int retryAfterMs) {
    return new Answer(id, status, "", null, NO_BODY, error, remedy, retryAfterMs);
  }
}
