package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.gateway.core.answer.CallCheck;
import io.windsock.gateway.core.answer.RecentOutcomes;
import io.windsock.gateway.core.answer.RecentOutcomes.Outcome;
import io.windsock.gateway.core.answer.Replies;
import io.windsock.gateway.core.answer.Unclaimed;
import io.windsock.gateway.core.load.AnswerTimes;
import io.windsock.gateway.core.load.Watermark;
import io.windsock.gateway.core.member.Gateways;
import io.windsock.gateway.core.route.Rendezvous;

/**
 * The way of each call through this gateway, from its arrival to its one outcome; {@link Pending}
 * draws it. Owned by the core's thread.
 */
final class CallFlow {
  private final Parts parts;
  private final Gateways gateways;
  private final Dispatch dispatch;
  private final Output output;
  private final Replies replies;
  private final Counters counters;
  private final RecentOutcomes recent = new RecentOutcomes();
  private final AnswerTimes keyTimes;
  private final AnswerTimes viewTimes;

  CallFlow(Parts parts, Gateways gateways, Output output, Counters counters) {
    CoreSettings settings = parts.settings;
    this.parts = parts;
    this.gateways = gateways;
    this.output = output;
    this.counters = counters;
    this.dispatch = new Dispatch(parts.routing, parts.sites, gateways, output);
    this.replies = new Replies(settings.retryAfterMs());
    this.keyTimes = new AnswerTimes(settings.earlyQuantile(), parts.createdNs);
    this.viewTimes = new AnswerTimes(settings.earlyQuantile(), parts.createdNs);
  }

  // Arrival

  void arrive(Requester requester, Call call, long nowNs) {
    counters.calls++;
    CallCheck.Fault fault = CallCheck.fault(call);
    if (fault != null) {
      counters.invalid++;
      output.relay(requester, replies.invalid(call, fault));
      return;
    }
    String wireId = requester.wireId(call);
    if (parts.pending.get(wireId) != null) {
      counters.invalid++;
      output.relay(requester, replies.repeated(call));
    } else if (!answeredBefore(requester, call, wireId, nowNs)) {
      admit(requester, call, wireId, nowNs);
    }
  }

  /** Relays an answer that arrived before the call. */
  private boolean answeredBefore(Requester requester, Call call, String wireId, long nowNs) {
    Unclaimed.Kept kept = parts.unclaimed.claim(wireId, nowNs);
    if (kept == null) {
      return false;
    }
    Answer judged = parts.judge.judged(call, kept.site(), kept.answer());
    if (parts.judge.isWorthAnotherSite(judged)) {
      return false;
    }
    counters.early++;
    counters.inTime++;
    recent.answered(Rendezvous.hash(wireId));
    output.relay(requester, judged);
    return true;
  }

  private void admit(Requester requester, Call call, String wireId, long nowNs) {
    Kind kind = call.question().kind();
    if (parts.pending.watermark(kind).isAbove()) {
      counters.shed.add(kind);
      output.relay(requester, replies.busy(call));
      return;
    }
    long hash = Rendezvous.hash(wireId);
    long sharing = gateways.sharing(hash, call.copies(), call.gateways());
    long ahead = gateways.ahead(hash, sharing);
    Pending pending = new Pending(requester, call, wireId, hash, nowNs, sharing, ahead);
    parts.pending.add(pending);
    start(pending, nowNs);
  }

  private void start(Pending call, long nowNs) {
    if (parts.duties.reissues(call)) {
      parts.budget.earn();
    }
    if (parts.duties.leads(call) && !dispatch.send(call, nowNs)) {
      refuse(call, replies.noSite(call.call));
    } else {
      schedule(call);
    }
  }

  private void schedule(Pending call) {
    parts.wheel.schedule(call, nextNs(call));
  }

  private long nextNs(Pending call) {
    if (call.halfDone || !parts.duties.reissues(call)) {
      return call.deadlineNs;
    }
    long earlyNs =
        call.earlyDone
            ? Long.MAX_VALUE
            : parts.duties.earlyNs(call, times(call.call.question().kind()).estimateNs());
    return Math.min(earlyNs, parts.duties.reissueNs(call));
  }

  // Answers

  /** Takes an answer of the site in {@code slot}. */
  void answer(int slot, Answer answer, long nowNs) {
    Pending call = parts.pending.get(answer.id());
    if (call == null) {
      unmatched(slot, answer, nowNs);
      return;
    }
    dispatch.done(call, 1L << slot);
    if (nowNs >= call.deadlineNs) {
      counters.lateAnswers++;
      expire(call);
      return;
    }
    Answer judged = parts.judge.judged(call.call, parts.sites.name(slot), answer);
    if (parts.judge.isWorthAnotherSite(judged)) {
      refused(call, slot, judged, nowNs);
    } else {
      answered(call, slot, judged, nowNs);
    }
  }

  private void answered(Pending call, int slot, Answer answer, long nowNs) {
    dispatch.cancel(call, parts.duties.losers(call, slot));
    times(call.call.question().kind()).add(nowNs - call.receivedNs);
    counters.inTime++;
    remove(call);
    recent.answered(call.hash);
    output.relay(call.requester, answer);
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
      refuse(call, answer);
    }
  }

  private void unmatched(int slot, Answer answer, long nowNs) {
    Outcome outcome = recent.of(Rendezvous.hash(answer.id()));
    if (outcome == Outcome.ANSWERED) {
      counters.duplicates++;
    } else if (outcome == Outcome.OVER) {
      counters.lateAnswers++;
    } else if (!mayPrecedeItsCall(answer)
        || !parts.unclaimed.keep(parts.sites.name(slot), answer, nowNs)) {
      counters.unknownAnswers++;
    }
  }

  /** A site that another gateway asked may answer before the call arrives here. */
  private boolean mayPrecedeItsCall(Answer answer) {
    return gateways.alive() != 0
        && answer.status().isFinal()
        && answer.id().length() <= Call.MAX_WIRE_ID_CHARS;
  }

  // Time

  /** Handles a call that is due: reissues it, or ends it at its deadline. */
  void due(Pending call, long nowNs) {
    if (nowNs >= call.deadlineNs) {
      expire(call);
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

  private void expire(Pending call) {
    times(call.call.question().kind()).add(call.deadlineNs - call.receivedNs);
    counters.late++;
    endWithout(call, replies.late(call.call));
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

  // Members

  /**
   * Decides anew what is to be done for each pending call after members were excluded. What an
   * excluded site had is sent elsewhere even above the high watermark, since that site does no
   * more work on it.
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

  /** Sends a call that no site works on; if none is left and one refused it, that is its outcome. */
  private void place(Pending call, long nowNs) {
    if (!parts.duties.needsSite(call)) {
      return;
    }
    if (dispatch.send(call, nowNs)) {
      counters.reissued.add(Reissue.EXCLUSION);
    } else if (call.refusal != null) {
      refuse(call, call.refusal);
    }
  }

  /** Forgets what concerns the sites whose slots are free for others. */
  void forgot(long sites) {
    for (Pending call : parts.pending.all()) {
      dispatch.done(call, sites);
      call.tried &= ~sites;
      call.refused &= ~sites;
    }
  }

  // Outcomes

  /** Ends the calls of a requester that has left. */
  void abandon(Requester requester) {
    for (Pending call = requester.first(); call != null; call = requester.first()) {
      if (call.sharing == 0) {
        dispatch.cancel(call, call.outstanding);
      }
      counters.abandoned++;
      remove(call);
      recent.over(call.hash);
    }
  }

  private void refuse(Pending call, Answer answer) {
    counters.refused++;
    endWithout(call, answer);
  }

  /** Ends a call without a site's final answer. */
  private void endWithout(Pending call, Answer reply) {
    remove(call);
    recent.over(call.hash);
    output.relay(call.requester, reply);
  }

  private void remove(Pending call) {
    parts.wheel.cancel(call);
    dispatch.done(call, call.outstanding);
    parts.pending.remove(call);
  }

  // State

  Watermark watermark(Kind kind) {
    return parts.pending.watermark(kind);
  }

  AnswerTimes times(Kind kind) {
    return kind == Kind.KEY ? keyTimes : viewTimes;
  }

  /** Sweeps what is due. */
  void tick(long nowNs) {
    keyTimes.advance(nowNs);
    viewTimes.advance(nowNs);
    parts.unclaimed.expire(nowNs);
    parts.wheel.advance(nowNs, call -> due(call, nowNs));
  }
}
