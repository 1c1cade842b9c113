package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.gateway.core.answer.CallCheck;
import io.windsock.gateway.core.answer.EarlyAnswers;
import io.windsock.gateway.core.answer.Replies;
import io.windsock.gateway.core.member.Gateways;
import io.windsock.gateway.core.stats.Counters;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a call becomes pending. A call that is invalid, beyond the high watermark, or
 * answered before it arrived, gets its outcome here. Owned by the core's thread.
 */
final class Admission {
  private final Parts parts;
  private final Gateways gateways;
  private final Outcomes outcomes;
  private final Output output;
  private final Counters counters;
  private final Replies replies;

  Admission(Parts parts, Gateways gateways, Outcomes outcomes, Output output, Counters counters) {
    this.parts = parts;
    this.gateways = gateways;
    this.outcomes = outcomes;
    this.output = output;
    this.counters = counters;
    this.replies = new Replies(parts.settings.retryAfterMs());
  }

  /** Returns the call as a pending one; null if it has its outcome. */
  @Nullable Pending admit(Requester requester, Call call, long nowNs) {
    counters.calls++;
    CallCheck.Fault fault = CallCheck.fault(call);
    if (fault != null) {
      return reject(requester, replies.invalid(call, fault));
    }
    String id = requester.named(call.id());
    if (parts.pending.ofCaller(id) != null) {
      return reject(requester, replies.repeated(call));
    }
    long hash = Rendezvous.hash(id);
    String wireId = parts.wireIds.of(id, outcomes.isKnown(hash));
    if (call.copies() > 1 && isAnswered(requester, call, wireId, nowNs)) {
      return null;
    }
    Kind kind = call.question().kind();
    if (parts.pending.watermark(kind).isAbove()) {
      counters.shed.add(kind);
      outcomes.shed(hash);
      output.relay(requester, replies.busy(call));
      return null;
    }
    return enter(requester, call, wireId, hash, nowNs);
  }

  private @Nullable Pending reject(Requester requester, Answer reply) {
    counters.invalid++;
    output.relay(requester, reply);
    return null;
  }

  /** Relays an answer to another gateway's share of the call that arrived before the call. */
  private boolean isAnswered(Requester requester, Call call, String wireId, long nowNs) {
    EarlyAnswers.Kept kept = parts.earlyAnswers.claim(wireId, nowNs);
    if (kept == null) {
      return false;
    }
    Answer judged = parts.judge.judged(call, kept.site(), kept.answer());
    if (parts.judge.isWorthAnotherSite(judged)) {
      return false;
    }
    counters.earlyAnswers++;
    outcomes.answeredBefore(requester, call.question().kind(), wireId, judged);
    return true;
  }

  private Pending enter(Requester requester, Call call, String wireId, long hash, long nowNs) {
    long sharing = gateways.sharing(hash, call.copies(), call.gateways());
    long ahead = gateways.ahead(hash, sharing);
    Pending pending = new Pending(requester, call, wireId, hash, nowNs, sharing, ahead);
    parts.pending.add(pending);
    return pending;
  }
}
