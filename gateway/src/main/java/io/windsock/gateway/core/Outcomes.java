package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.gateway.core.answer.RecentOutcomes;
import io.windsock.gateway.core.answer.Replies;
import io.windsock.gateway.core.load.AnswerTimes;
import io.windsock.gateway.core.load.PendingLimit;
import io.windsock.gateway.core.stats.Counters;
import java.util.concurrent.TimeUnit;

/**
 * Ends calls: each has one outcome, is counted under it, and is no longer pending. How long sites
 * had calls sets the limit of those pending. Owned by the core's thread.
 */
final class Outcomes {
  private final Parts parts;
  private final Dispatch dispatch;
  private final Output output;
  private final Counters counters;
  private final Replies replies;
  private final RecentOutcomes recent = new RecentOutcomes();
  private final AnswerTimes keyTimes;
  private final AnswerTimes viewTimes;
  private final PendingLimit keyLimit;
  private final PendingLimit viewLimit;

  Outcomes(Parts parts, Dispatch dispatch, Output output, Counters counters) {
    this.parts = parts;
    this.dispatch = dispatch;
    this.output = output;
    this.counters = counters;
    this.replies = new Replies(parts.settings.retryAfterMs());
    this.keyTimes = new AnswerTimes(parts.settings.earlyQuantile(), parts.createdNs);
    this.viewTimes = new AnswerTimes(parts.settings.earlyQuantile(), parts.createdNs);
    this.keyLimit = new PendingLimit(parts.pending.watermark(Kind.KEY), parts.createdNs);
    this.viewLimit = new PendingLimit(parts.pending.watermark(Kind.VIEW), parts.createdNs);
  }

  /** Relays the final answer of the site in {@code slot}, and cancels the call at other sites. */
  void answered(Pending call, int slot, Answer answer, long nowNs) {
    dispatch.cancel(call, parts.duties.losers(call, slot));
    took(call, nowNs - call.receivedNs);
    limit(call).answered();
    long hadNs = dispatch.hadNs(call, slot, nowNs);
    if (hadNs != Dispatch.UNKNOWN) {
      limit(call).answered(slot, call.receivedNs, hadNs, call.timeNs());
    }
    unanswered(call, parts.duties.losers(call, slot), nowNs);
    counters.inTime++;
    remove(call);
    recent.answered(call.hash);
    if (WireIds.isOwn(call.wireId)) {
      recent.answered(Rendezvous.hash(call.wireId));
    }
    output.relay(call.requester, answer);
  }

  /** Relays the answer to a call that never was pending. */
  void answeredBefore(Requester requester, Kind kind, String wireId, Answer answer) {
    output.took(kind, 0);
    counters.inTime++;
    recent.answered(Rendezvous.hash(wireId));
    output.relay(requester, answer);
  }

  /** Relays that no site would answer. */
  void refused(Pending call, Answer answer) {
    counters.refused++;
    endWithout(call, answer);
  }

  /** Relays that there is no site to send the call to. */
  void noSite(Pending call) {
    refused(call, replies.noSite(call.call));
  }

  /** Relays that this gateway is about to stop; gateways that share the call may answer it. */
  void stopped(Pending call) {
    dispatch.cancel(call, parts.duties.abandoned(call));
    refused(call, replies.stopping(call.call));
  }

  /** Relays that the deadline passed. */
  void expired(Pending call) {
    took(call, call.timeNs());
    unanswered(call, call.outstanding, call.deadlineNs);
    counters.late++;
    endWithout(call, replies.late(call.call));
  }

  /**
   * Counts a call whose deadline passed before it came to the core, and returns its outcome. That
   * shows nothing about sites.
   */
  Answer expiredBefore(Call call) {
    counters.calls++;
    counters.late++;
    output.took(call.question().kind(), TimeUnit.MILLISECONDS.toNanos(call.remainingMs()));
    return replies.late(call);
  }

  private void took(Pending call, long ns) {
    Kind kind = call.call.question().kind();
    times(kind).add(ns);
    output.took(kind, ns);
  }

  private void unanswered(Pending call, long slots, long nowNs) {
    for (long rest = slots; rest != 0; rest &= rest - 1) {
      int slot = Long.numberOfTrailingZeros(rest);
      long hadNs = dispatch.hadNs(call, slot, nowNs);
      if (hadNs != Dispatch.UNKNOWN) {
        limit(call).unanswered(slot, call.receivedNs, hadNs, call.timeNs());
      }
    }
  }

  private PendingLimit limit(Pending call) {
    return call.call.question().kind() == Kind.KEY ? keyLimit : viewLimit;
  }

  private void endWithout(Pending call, Answer reply) {
    over(call);
    output.relay(call.requester, reply);
  }

  /**
   * Remembers a call that was refused above the high watermark: sites may answer it, because other
   * gateways have it.
   *
   * @param hash of its caller's name and id
   */
  void shed(long hash) {
    recent.over(hash);
  }

  /** Ends a call that its requester cancelled. */
  void cancelled(Pending call) {
    dispatch.cancel(call, parts.duties.cancelled(call));
    leave(call);
  }

  /** Ends the calls of a requester that has left. */
  void abandoned(Requester requester) {
    for (Pending call = requester.first(); call != null; call = requester.first()) {
      dispatch.cancel(call, parts.duties.abandoned(call));
      leave(call);
    }
  }

  private void leave(Pending call) {
    counters.abandoned++;
    over(call);
  }

  private void over(Pending call) {
    remove(call);
    recent.over(call.hash);
    if (WireIds.isOwn(call.wireId)) {
      recent.over(Rendezvous.hash(call.wireId));
    }
  }

  private void remove(Pending call) {
    parts.wheel.cancel(call);
    dispatch.done(call, call.outstanding);
    parts.pending.remove(call);
  }

  /**
   * Returns whether this gateway recently had a call.
   *
   * @param hash of its caller's name and id
   */
  boolean isKnown(long hash) {
    return recent.of(hash) != RecentOutcomes.Outcome.UNKNOWN;
  }

  /** Counts an answer to a call that is not pending. Returns whether its outcome is known. */
  boolean isAfterwards(Answer answer) {
    RecentOutcomes.Outcome outcome = recent.of(Rendezvous.hash(answer.id()));
    if (outcome == RecentOutcomes.Outcome.ANSWERED) {
      counters.duplicates++;
    } else if (outcome == RecentOutcomes.Outcome.OVER) {
      counters.lateAnswers++;
    }
    return outcome != RecentOutcomes.Outcome.UNKNOWN;
  }

  /** Looks at how long calls took until now. To be called at the end of each tick. */
  void advance(long nowNs) {
    keyTimes.advance(nowNs);
    viewTimes.advance(nowNs);
    keyLimit.advance(nowNs);
    viewLimit.advance(nowNs);
  }

  /** Notes that this process was paused until now: calls took long, but not at the sites. */
  void paused(long nowNs) {
    keyLimit.paused(nowNs);
    viewLimit.paused(nowNs);
  }

  /** Returns the answer times of calls of a kind. */
  AnswerTimes times(Kind kind) {
    return kind == Kind.KEY ? keyTimes : viewTimes;
  }
}
