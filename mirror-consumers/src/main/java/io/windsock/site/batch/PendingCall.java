package io.windsock.site.batch;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.platform.link.AnswerStream;
import org.jspecify.annotations.Nullable;

/**
 * A call that the site has and has not answered. The event loop of its stream owns it; a worker may
 * answer it and ask whether it is still wanted.
 */
final class PendingCall {
  private static final long NS_PER_MS = 1_000_000;

  final AnswerStream stream;
  final Call call;
  final long arrivedNs;
  final long deadlineNs;

  /** Until when it may wait for the site to reach the caller's position. */
  final long patienceNs;

  /** Whether it counts as pending. Written before it is answered. */
  boolean counted;

  private volatile boolean unwanted;

  /** What became of it; null for a call that was cancelled. Written before it is finished. */
  Answer.@Nullable Status status;

  PendingCall(AnswerStream stream, Call call, long arrivedNs, long patienceNs, long marginNs) {
    this.stream = stream;
    this.call = call;
    this.arrivedNs = arrivedNs;
    deadlineNs = arrivedNs + call.remainingMs() * NS_PER_MS;
    this.patienceNs = Math.min(arrivedNs + patienceNs, deadlineNs - marginNs);
  }

  /** The caller no longer wants an answer. */
  void cancel() {
    unwanted = true;
  }

  boolean isUnwanted() {
    return unwanted;
  }

  boolean isLate(long nowNs) {
    return nowNs - deadlineNs > 0;
  }
}
