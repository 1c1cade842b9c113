package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.gateway.core.answer.CallCheck;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.stats.Counters;
import io.windsock.gateway.core.stats.GatewayStats;
import io.windsock.gateway.core.stats.Reissue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks each step of one gateway's core against a model of what it has been told: every message
 * out must be allowed, and what must be sent must have been sent by the end of the step.
 */
final class Checker {
  private final CoreSettings settings;
  private final Simulation simulation;
  private final Parts parts;
  private final boolean restarted;
  private final ModelMembers members;
  private final Map<String, Expected> open = new HashMap<>();
  private final ModelLoad load;
  private long tickNs;

  /** The calls that the core may reissue, which earn its budget. */
  private long earning;

  private long callsMade;
  private long exclusionsBefore;

  // The step in progress

  private @Nullable Expected arriving;
  private boolean expectsRefusal;
  private @Nullable Answer immediate;
  private @Nullable Expected mustEnd;
  private @Nullable String winner;
  private final Set<Expected> leaving = new HashSet<>();
  private @Nullable Expected withdrawing;
  private @Nullable Expected returning;
  private final Set<String> withdrawnAt = new HashSet<>();
  private int sentWhenAbove;

  /**
   * Creates the checker of a core that was just created.
   *
   * @param restarted whether the gateway had another core before
   */
  Checker(
      CoreSettings settings, Simulation simulation, Parts parts, long nowNs, boolean restarted) {
    this.settings = settings;
    this.restarted = restarted;
    this.simulation = simulation;
    this.parts = parts;
    this.load = new ModelLoad(settings, nowNs);
    this.members = new ModelMembers(simulation.membership());
    this.tickNs = nowNs;
  }

  private static void check(boolean holds, String violation, @Nullable Object about) {
    if (!holds) {
      throw new Violation(violation + ": " + about);
    }
  }

  /** Returns the call with an id between gateways and sites, which may be the gateway's own. */
  private @Nullable Expected expected(String wireId) {
    Pending pending = parts.pending.get(wireId);
    if (pending != null) {
      return open.get(pending.requester.named(pending.call.id()));
    }
    // A later call by that id, which has an id of the gateway's own, is another one.
    return parts.pending.ofCaller(wireId) == null ? open.get(wireId) : null;
  }

  /** Checks that an answer is to the question asked; after a restart, earlier ids are forgotten. */
  private void checkQuestion(Expected expected, Answer answer) {
    boolean right = restarted || ModelAnswers.isTo(expected.call.question(), answer);
    check(right, "relayed the answer to another question " + answer, expected);
  }

  // Members

  void members(Membership membership) {
    members.members(membership);
  }

  void drain(String site, boolean drain) {
    members.drain(site, drain);
  }

  void heard(String member, long nowNs) {
    members.heard(member, nowNs);
  }

  void losing(String member, long nowNs) {
    if (members.lose(member)) {
      excluded(Set.of(member), nowNs);
    }
  }

  /** Notes for each call what members that do no more work on it had. */
  private void excluded(Set<String> gone, long nowNs) {
    for (Expected expected : open.values()) {
      expected.sentTo.stream().filter(gone::contains).forEach(expected.lostAt::add);
      if (expected.sharing.removeAll(gone)) {
        expected.ahead.removeAll(gone);
        expected.dutyNs = nowNs;
      }
    }
  }

  // Calls

  void calling(Requester requester, Call call, long nowNs) {
    callsMade++;
    immediate = null;
    String wireId = requester.caller() + ':' + call.id();
    expectsRefusal = CallCheck.fault(call) != null || open.containsKey(wireId);
    if (!expectsRefusal) {
      long hash = Rendezvous.hash(wireId);
      Set<String> others = members.aliveGateways();
      others.remove(settings.name());
      Set<String> sharing = ModelRanks.sharing(others, call, hash);
      Set<String> ahead = ModelRanks.ahead(sharing, settings.name(), hash);
      Expected expected = new Expected(requester, call, wireId, nowNs, sharing, ahead);
      arriving = expected;
      open.put(wireId, expected);
    }
  }

  void called(Counters counters) {
    Expected expected = arriving;
    Answer outcome = immediate;
    arriving = null;
    if (expectsRefusal) {
      check(outcome != null, "an invalid call was accepted", "no answer");
    } else if (expected != null && outcome == null) {
      check(!load.isAbove(expected.kind), "admitted above the high watermark", expected);
      check(!expected.leads() || expected.isOutstanding(), "a primary did not send", expected);
      load.entered(expected.kind);
      earning += expected.isReissuer() ? 1 : 0;
    } else if (expected != null && outcome != null) {
      open.remove(expected.wireId);
      if (outcome.status() == Status.FAILED) {
        load.entered(expected.kind);
        load.left(expected.kind);
        earning += expected.isReissuer() ? 1 : 0;
      }
    }
    stepped(counters);
  }

  void closed(Requester requester) {
    for (Expected expected : open.values()) {
      if (expected.requester == requester) {
        leaving.add(expected);
      }
    }
  }

  void withdrawing(Requester requester, String id) {
    Expected expected = open.get(requester.caller() + ':' + id);
    if (expected != null && expected.requester == requester) {
      withdrawing = expected;
      leaving.add(expected);
    }
  }

  void withdrawn(Counters counters) {
    Expected expected = withdrawing;
    Set<String> working = expected == null ? Set.of() : expected.outstanding();
    check(
        withdrawnAt.equals(working), "cancelled at " + withdrawnAt + ", not " + working, expected);
    withdrawing = null;
    withdrawnAt.clear();
    stepped(counters);
  }

  // Answers

  void answering(String site, Answer answer, long nowNs) {
    Expected expected = expected(answer.id());
    if (expected == null) {
      return;
    }
    boolean refusal = ModelAnswers.isRefusal(expected.call, answer);
    if (nowNs < expected.deadlineNs && refusal) {
      expected.refusedBy.add(site);
    } else {
      mustEnd = expected;
      winner = refusal ? null : site;
    }
  }

  void answered(Answer answer, Counters counters) {
    check(mustEnd == null, "an answer was not relayed", answer);
    winner = null;
    stepped(counters);
  }

  /** A call could not be sent to a site: it goes to another one, even above the high watermark. */
  void unsending(String site, String id) {
    Expected expected = expected(id);
    if (expected != null) {
      expected.refusedBy.add(site);
      expected.unsent = true;
      returning = expected;
    }
  }

  void unsent(long nowNs, Counters counters) {
    Expected expected = returning;
    returning = null;
    if (expected != null && open.containsValue(expected)) {
      boolean time = expected.deadlineNs - nowNs >= Scenario.MS;
      boolean canGo = time && isSiteLeft(expected);
      check(expected.isOutstanding() || !canGo, "not sent elsewhere", expected);
    }
    stepped(counters);
  }

  // Messages out

  void sent(String site, Call call, long nowNs) {
    Expected expected = expected(call.id());
    if (expected == null) {
      throw new Violation("sent a call that is not pending: " + call);
    }
    check(!leaving.contains(expected), "sent a call of a requester that left", expected);
    check(members.open().contains(site), "sent to " + site + ", which is not open", expected);
    check(!expected.sentTo.contains(site), "sent to " + site + " again", expected);
    long restMs = (expected.deadlineNs - nowNs) / Scenario.MS;
    check(call.remainingMs() == restMs && restMs > 0, "time left " + call.remainingMs(), expected);
    check(call.gateways().get(0).equals(settings.name()), "recipients", call);
    check(
        Set.copyOf(call.gateways().subList(1, call.gateways().size())).equals(expected.sharing),
        "recipients " + call.gateways(),
        expected);
    if (expected.sentTo.isEmpty() && expected.refusedBy.isEmpty()) {
      firstChoice(expected, site);
    }
    if (arriving == null && returning == null && load.isAbove(expected.kind)) {
      sentWhenAbove++;
    }
    expected.sentTo.add(site);
    expected.sentNs.add(nowNs);
  }

  private void firstChoice(Expected expected, String site) {
    Set<String> sharing = new HashSet<>(expected.sharedAtFirst);
    sharing.add(settings.name());
    var choice = new FirstChoices.Choice(settings.name(), site, members.open(), sharing);
    simulation.firstChoices.add(expected.wireId, choice);
  }

  void cancelled(String site, String id) {
    Expected expected = expected(id);
    if (expected == null) {
      throw new Violation("cancelled a call that is not pending: " + id + " at " + site);
    }
    check(expected.sentTo.contains(site), "cancelled at " + site + " in vain", expected);
    check(!site.equals(winner), "cancelled at the site that answered, " + site, expected);
    check(!expected.refusedBy.contains(site), "cancelled at a refusing site " + site, expected);
    if (expected == withdrawing) {
      withdrawnAt.add(site);
      return;
    }
    boolean over = winner != null || (leaving.contains(expected) && expected.isAlone());
    check(over, "cancelled at " + site + " before it was answered", expected);
  }

  void relayed(Requester requester, Answer answer, long nowNs) {
    if (arriving != null || expectsRefusal) {
      relayedAtOnce(answer);
      return;
    }
    String wireId = requester.caller() + ':' + answer.id();
    Expected expected = open.remove(wireId);
    if (expected == null) {
      throw new Violation("relayed without a pending call, or twice: " + answer);
    }
    check(expected.requester == requester, "relayed to another requester", expected);
    check(!leaving.contains(expected), "relayed to a requester that left", expected);
    boolean wasAbove = load.isAbove(expected.kind);
    if (answer.status().isFinal()) {
      load.answered(expected, answer.site(), nowNs);
    } else if (isOwn(answer, expected)) {
      load.late(expected);
    }
    load.left(expected.kind);
    if (expected == mustEnd) {
      mustEnd = null;
    }
    if (answer.status().isFinal()) {
      check(nowNs < expected.deadlineNs, "relayed after the deadline " + answer, expected);
      check(answer.site().equals(winner), "relayed what no site answered " + answer, expected);
      check(
          !ModelAnswers.isRefusal(expected.call, answer),
          "relayed a stale answer " + answer,
          expected);
      checkQuestion(expected, answer);
    } else if (isOwn(answer, expected)) {
      check(answer.status() == Status.LATE, "relayed " + answer, expected);
      check(nowNs >= expected.deadlineNs, "late before the deadline", expected);
    } else {
      refusalRelayed(expected, answer, nowNs, wasAbove);
    }
  }

  /** Whether an answer is the gateway's own, and does not stand for a site that took no call. */
  private static boolean isOwn(Answer answer, Expected expected) {
    boolean forSite = expected.unsent && answer.status() == Status.FAILED;
    return answer.site().isEmpty() && !forSite;
  }

  private void refusalRelayed(Expected expected, Answer answer, long nowNs, boolean wasAbove) {
    boolean left = members.open().stream().anyMatch(expected::isFresh);
    boolean time = expected.deadlineNs - nowNs >= Scenario.MS;
    check(
        !(left && time) || wasAbove,
        "relayed " + answer.status() + " while a site was left",
        expected);
  }

  private void relayedAtOnce(Answer answer) {
    check(immediate == null, "two outcomes of a call", answer);
    immediate = answer;
    Expected expected = arriving;
    if (expected == null) {
      check(answer.status() == Status.INVALID, "an invalid call was not refused", answer);
      return;
    }
    boolean busy = load.isAbove(expected.kind);
    switch (answer.status()) {
      case BUSY -> check(busy && answer.retryAfterMs() > 0, "shed below the watermark", expected);
      case FAILED -> check(members.open().isEmpty() && !busy, "no site", expected);
      case FOUND, ABSENT, INVALID -> {
        check(
            !ModelAnswers.isRefusal(expected.call, answer),
            "relayed a stale answer " + answer,
            expected);
        checkQuestion(expected, answer);
      }
      default -> throw new Violation("at once: " + answer);
    }
  }

  // Time

  void ticking(long nowNs) {
    long overdueNs = nowNs - tickNs - settings.sweepNs();
    if (overdueNs > settings.silenceNs() / 4) {
      members.extend(overdueNs, nowNs);
      load.paused(nowNs);
    }
    tickNs = nowNs;
    excluded(members.exclude(nowNs, settings.silenceNs()), nowNs);
    for (Expected expected : open.values()) {
      boolean passed = nowNs >= expected.reissueNs();
      if (passed && (load.isAbove(expected.kind) || !isSiteLeft(expected))) {
        expected.excused = true;
      }
    }
  }

  private boolean isSiteLeft(Expected expected) {
    for (String site : members.open()) {
      if (expected.isFresh(site)) {
        return true;
      }
    }
    return false;
  }

  void ticked(long nowNs, Counters counters) {
    for (Expected expected : open.values()) {
      check(nowNs - expected.deadlineNs <= settings.sweepNs(), "not ended in time", expected);
      boolean time = expected.deadlineNs - nowNs >= Scenario.MS;
      if (time && isSiteLeft(expected)) {
        boolean waits = expected.sentTo.isEmpty() && !expected.leads();
        check(waits || expected.isOutstanding(), "at no site", expected);
        checkHalf(expected, nowNs);
      }
    }
    check(
        Long.bitCount(parts.sites.alive()) == members.aliveSites(),
        "sites alive, expected " + members.aliveSites(),
        parts.sites.alive());
    load.tick(nowNs);
    for (Kind kind : Kind.values()) {
      int limit = parts.pending.watermark(kind).limit();
      check(limit == load.limit(kind), "a limit of " + limit + ", not of", load.limit(kind));
      int counted = parts.pending.watermark(kind).pending();
      check(counted == load.pending(kind), "pending " + counted, open);
      check(counted <= load.high(kind), "pending beyond the high watermark", counted);
    }
    long early = counters.reissued.get(Reissue.EARLY);
    check(
        early * 100 <= settings.earlyPercent() * earning,
        "early reissues " + early + " beyond the budget of calls",
        earning);
    stepped(counters);
  }

  private void checkHalf(Expected expected, long nowNs) {
    int enough = expected.isAlone() && expected.leads() && expected.sharedAtFirst.isEmpty() ? 2 : 1;
    boolean changed = expected.dutyNs != expected.receivedNs;
    long graceNs = settings.sweepNs() * (changed ? 2 : 1);
    long dueNs = Math.max(expected.reissueNs(), expected.dutyNs) + graceNs;
    if (expected.isReissuer() && !expected.excused && nowNs > dueNs) {
      check(expected.sentTo.size() >= enough, "not reissued at half of its time", expected);
    }
  }

  /** Ends a step: sends above the high watermark are allowed in place of an excluded member's. */
  void stepped(Counters counters) {
    long exclusions = counters.reissued.get(Reissue.EXCLUSION);
    check(
        sentWhenAbove <= exclusions - exclusionsBefore,
        "reissued above the high watermark",
        sentWhenAbove);
    exclusionsBefore = exclusions;
    sentWhenAbove = 0;
    expectsRefusal = false;
    for (Expected expected : leaving) {
      open.remove(expected.wireId);
      load.left(expected.kind);
    }
    leaving.clear();
  }

  void finish(GatewayCore core) {
    check(open.isEmpty(), "calls without an outcome", open.values());
    check(parts.pending.size() == 0, "still pending", parts.pending.size());
    check(parts.wheel.size() == 0, "still in the wheel", parts.wheel.size());
    for (SimSite site : simulation.sites) {
      int slot = parts.sites.slot(site.name);
      check(parts.sites.pending(slot) == 0, "still pending at a site", site.name);
    }
    GatewayStats stats = core.stats();
    long ended =
        stats.inTime()
            + stats.refused()
            + stats.late()
            + stats.invalid()
            + stats.abandoned()
            + stats.shed().values().stream().mapToLong(Long::longValue).sum();
    check(stats.calls() == callsMade && ended == callsMade, "counts " + callsMade, stats);
  }
}
