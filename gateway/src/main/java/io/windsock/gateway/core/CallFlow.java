package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.gateway.core.answer.Replies;
import io.windsock.gateway.core.load.AnswerTimes;
import io.windsock.gateway.core.load.Watermark;
import io.windsock.gateway.core.member.Gateways;
import io.windsock.gateway.core.stats.Counters;
import io.windsock.gateway.core.stats.Reissue;

/**
 * The path of each call through this gateway, from its arrival to its one outcome; {@link Pending}
 * draws it. Owned by the core's thread.
 */
final class CallFlow {
  private final Parts parts;
  private final Gateways gateways;
  private final Counters counters;
  private final Dispatch dispatch;
  private final Outcomes outcomes;
  private final Admission admission;
  private final Replies replies;

  CallFlow(Parts parts, Gateways gateways, Output output, Counters counters) {
    this.parts = parts;
    this.gateways = gateways;
    this.counters = counters;
    this.dispatch = new Dispatch(parts.routing, parts.sites, gateways, output);
    this.outcomes = new Outcomes(parts, dispatch, output, counters);
    this.admission = new Admission(parts, gateways, outcomes, output, counters);
    this.replies = new Replies(parts.settings.retryAfterMs());
  }

  // Arrival and departure

  void arrive(Requester requester, Call call, long nowNs) {
    Pending pending = admission.admit(requester, call, nowNs);
    if (pending != null) {
      start(pending, nowNs);
    }
  }

  Answer expired(Call call) {
    return outcomes.expiredBefore(call);
  }

  private void start(Pending call, long nowNs) {
    if (parts.duties.reissues(call)) {
      parts.budget.earn();
    }
    if (parts.duties.leads(call) && !dispatch.send(call, nowNs)) {
      outcomes.noSite(call);
    } else {
      schedule(call);
    }
  }

  void cancel(Requester requester, String id) {
    Pending call = parts.pending.ofCaller(requester.named(id));
    if (call != null && call.requester == requester) {
      outcomes.cancelled(call);
    }
  }

  void abandon(Requester requester) {
    outcomes.abandoned(requester);
  }

  void stop() {
    parts.pending.all().forEach(outcomes::stopped);
  }

  // Answers

  /** Takes an answer of the site in {@code slot}. */
  void answer(int slot, Answer answer, long nowNs) {
    Pending call = parts.pending.get(answer.id());
    if (call == null) {
      unmatched(slot, answer, nowNs);
      return;
    }
    if (nowNs >= call.deadlineNs) {
      counters.lateAnswers++;
      outcomes.expired(call);
      return;
    }
    dispatch.done(call, 1L << slot);
    Answer judged = parts.judge.judged(call.call, parts.sites.name(slot), answer);
    if (parts.judge.isWorthAnotherSite(judged)) {
      refused(call, slot, judged, nowNs);
    } else {
      outcomes.answered(call, slot, judged, nowNs);
    }
  }

  private void refused(Pending call, int slot, Answer answer, long nowNs) {
    long bit = 1L << slot;
    if ((call.refused & bit) != 0) {
      counters.duplicates++;
      return;
    }
    call.refused |= bit;
    call.refusal = answer;
    boolean mine = (call.tried & bit) != 0;
    if (mine && reissue(call, Reissue.REFUSAL, nowNs)) {
      return;
    }
    if (call.outstanding == 0 && (mine || !dispatch.hasNext(call))) {
      outcomes.refused(call, answer);
    }
  }

  /** Takes back a call that could not be sent to the site in {@code slot}. */
  void unsent(int slot, String id, long nowNs) {
    Pending call = parts.pending.get(id);
    if (call == null) {
      return;
    }
    Answer refusal = replies.unsent(call.call, parts.sites.name(slot));
    call.refused |= 1L << slot;
    call.refusal = refusal;
    dispatch.done(call, 1L << slot);
    if (dispatch.send(call, nowNs)) {
      counters.reissued.add(Reissue.REFUSAL);
    } else if (call.outstanding == 0) {
      outcomes.refused(call, refusal);
    }
  }

  /** Keeps an answer that may precede its call: a site that another gateway asked is fast. */
  private void unmatched(int slot, Answer answer, long nowNs) {
    if (outcomes.isAfterwards(answer)) {
      return;
    }
    boolean mayPrecede =
        gateways.alive() != 0
            && answer.status().isFinal()
            && answer.id().length() <= Call.MAX_WIRE_ID_CHARS;
    if (!mayPrecede || !parts.earlyAnswers.keep(parts.sites.name(slot), answer, nowNs)) {
      counters.unknownAnswers++;
    }
  }

  // Time

  /** Notes that this process was paused until now. */
  void paused(long nowNs) {
    outcomes.paused(nowNs);
  }

  /** Reissues or ends what is due. */
  void tick(long nowNs) {
    parts.earlyAnswers.expire(nowNs);
    parts.wheel.advance(nowNs, call -> due(call, nowNs));
    outcomes.advance(nowNs);
  }

  private void due(Pending call, long nowNs) {
    if (nowNs >= call.deadlineNs) {
      outcomes.expired(call);
      return;
    }
    if (!call.halfDone && parts.duties.reissues(call)) {
      reissueInTime(call, nowNs);
    }
    schedule(call);
  }

  private void reissueInTime(Pending call, long nowNs) {
    call.earlyDone = true;
    if (nowNs >= parts.duties.reissueNs(call)) {
      call.halfDone = true;
      if (reissue(call, Reissue.HALF, nowNs)) {
        parts.budget.spend();
      }
    } else if (mayReissue(call) && dispatch.hasNext(call) && parts.budget.take()) {
      reissue(call, Reissue.EARLY, nowNs);
    }
  }

  /** Sends a call again, unless above the high watermark or if there is no site. */
  private boolean reissue(Pending call, Reissue reason, long nowNs) {
    boolean sent = mayReissue(call) && dispatch.send(call, nowNs);
    if (sent) {
      counters.reissued.add(reason);
    }
    return sent;
  }

  private boolean mayReissue(Pending call) {
    return !watermark(call.call.question().kind()).isAbove();
  }

  private void schedule(Pending call) {
    parts.wheel.schedule(call, nextNs(call));
  }

  private long nextNs(Pending call) {
    if (call.halfDone || !parts.duties.reissues(call)) {
      return call.deadlineNs;
    }
    long usualNs = times(call.call.question().kind()).estimateNs();
    long earlyNs = call.earlyDone ? Long.MAX_VALUE : parts.duties.earlyNs(call, usualNs);
    return Math.min(earlyNs, parts.duties.reissueNs(call));
  }

  // Members

  /**
   * Decides again what to do for each pending call after members were excluded. What an excluded
   * site had is sent elsewhere even above the high watermark, since that site does no more work on
   * it.
   */
  void excluded(long sites, long excludedGateways, long nowNs) {
    for (Pending call : parts.pending.all()) {
      parts.duties.exclude(call, excludedGateways);
      dispatch.done(call, sites);
      place(call, nowNs);
      if (call.queue >= 0) {
        schedule(call);
      }
    }
  }

  /** Sends the calls that wait for a site. */
  void opened(long nowNs) {
    for (Pending call : parts.pending.all()) {
      place(call, nowNs);
    }
  }

  /**
   * Sends a call that no site works on; if none is left and one refused it, that is its outcome.
   */
  private void place(Pending call, long nowNs) {
    if (!parts.duties.needsSite(call)) {
      return;
    }
    if (dispatch.send(call, nowNs)) {
      counters.reissued.add(Reissue.EXCLUSION);
    } else if (call.refusal != null) {
      outcomes.refused(call, call.refusal);
    }
  }

  /** Forgets the sites whose slots have become free. */
  void forgot(long sites) {
    for (Pending call : parts.pending.all()) {
      dispatch.done(call, sites);
      call.forget(sites);
    }
  }

  // State

  Watermark watermark(Kind kind) {
    return parts.pending.watermark(kind);
  }

  AnswerTimes times(Kind kind) {
    return outcomes.times(kind);
  }
}
