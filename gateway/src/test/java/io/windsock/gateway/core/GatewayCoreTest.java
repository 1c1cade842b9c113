package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.gateway.core.CoreSettings.Limits;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import io.windsock.gateway.core.member.SiteState;
import io.windsock.gateway.core.stats.Reissue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The gateway "a" between a requester, the gateway "b", and the sites "x" and "y". */
class GatewayCoreTest {
  private static final long MS = 1_000_000;
  private static final Token AT = new Token(1, new long[] {10});
  private static final Question KEY = new Question.OfKey("k");
  private static final Question VIEW = new Question.OfView("v", "", 10);

  private final Recorder out = new Recorder();
  private final Requester requester = new Requester("me", 1);
  private final GatewayCore core =
      new GatewayCore(
          new CoreSettings(
              "a",
              RoutingPolicy.UNIFORM,
              15,
              100,
              300,
              new Limits(4, 2),
              new Limits(2, 1),
              10,
              0.95,
              700),
          out,
          0);
  private long nowMs;

  @BeforeEach
  void know() {
    core.members(members(true, false), 0);
    List.of("x", "y", "b").forEach(member -> core.heartbeat(member, 0));
  }

  private static Membership members(boolean ready, boolean draining) {
    return new Membership(
        List.of(
            new SiteReport("x", "run", true, false), new SiteReport("y", "run", ready, draining)),
        List.of("a", "b"));
  }

  /** Returns an id whose primary is this gateway, or the other, and whose first site is given. */
  private static String id(boolean primary, String site) {
    for (int i = 0; i < 1_000; i++) {
      long hash = Rendezvous.hash("me:c" + i);
      boolean first = score(hash, "a") > score(hash, "b");
      String top = score(hash, "x") > score(hash, "y") ? "x" : "y";
      if (first == primary && top.equals(site)) {
        return "c" + i;
      }
    }
    throw new IllegalStateException("no such id");
  }

  private static long score(long hash, String member) {
    return Rendezvous.score(hash, Rendezvous.hash(member));
  }

  private void call(String id) {
    call(id, KEY, 2, null);
  }

  private void call(String id, Question question, int copies, @Nullable Token since) {
    core.call(requester, new Call(id, question, 100, since, copies, List.of()), nowMs * MS);
  }

  private void answer(String site, String id, Status status) {
    Token at = status == Status.FOUND ? AT : null;
    core.answer(site, new Answer("me:" + id, status, site, at, new byte[0], "", ""), nowMs * MS);
  }

  /** Ticks each 5 ms; all members but the silent ones are heard. */
  private void pass(long ms, String... silent) {
    for (long end = nowMs + ms; nowMs < end; ) {
      nowMs += 5;
      for (String member : List.of("x", "y", "b")) {
        if (!List.of(silent).contains(member)) {
          core.heartbeat(member, nowMs * MS);
        }
      }
      core.tick(nowMs * MS);
    }
  }

  @Test
  void shouldSendAtOnceAsThePrimaryAndRelayTheAnswer() {
    String id = id(true, "x");
    call(id);
    assertThat(out.take()).containsExactly("send x me:" + id);
    assertThat(out.last().gateways()).containsExactly("a", "b");
    assertThat(out.last().remainingMs()).isEqualTo(100);
    answer("x", id, Status.FOUND);
    assertThat(out.take()).containsExactly("relay 1 " + id + " FOUND");
    answer("y", id, Status.FOUND);
    assertThat(out.take()).isEmpty();
    assertThat(core.stats().duplicates()).isOne();
    assertThat(core.stats().inTime()).isOne();
  }

  @Test
  void shouldNotReissueAsThePrimary() {
    String id = id(true, "x");
    call(id);
    out.take();
    pass(95);
    assertThat(out.take()).isEmpty();
    pass(20);
    assertThat(out.take()).containsExactly("relay 1 " + id + " LATE");
    answer("x", id, Status.FOUND);
    assertThat(out.take()).isEmpty();
    assertThat(core.stats().lateAnswers()).isOne();
    assertThat(core.stats().late()).isOne();
  }

  @Test
  void shouldReissueAtHalfAsTheBackup() {
    String id = id(false, "x");
    call(id);
    pass(45);
    assertThat(out.take()).isEmpty();
    pass(20);
    assertThat(out.take()).containsExactly("send y me:" + id);
    assertThat(out.last().remainingMs()).isBetween(35, 50);
    answer("x", id, Status.FOUND);
    assertThat(out.take()).containsExactly("cancel y me:" + id, "relay 1 " + id + " FOUND");
    assertThat(core.stats().reissued().get(Reissue.HALF)).isOne();
  }

  @Test
  void shouldNotReissueAsTheBackupWhatIsAnswered() {
    String id = id(false, "x");
    call(id);
    pass(30);
    answer("x", id, Status.FOUND);
    assertThat(out.take()).containsExactly("relay 1 " + id + " FOUND");
    pass(200);
    assertThat(out.take()).isEmpty();
  }

  @Test
  void shouldDoBothWhenItIsAskedAlone() {
    String id = id(false, "x");
    call(id, KEY, 1, null);
    assertThat(out.take()).containsExactly("send x me:" + id);
    assertThat(out.last().gateways()).containsExactly("a");
    pass(65);
    assertThat(out.take()).containsExactly("send y me:" + id);
  }

  @Test
  void shouldSendAtOnceWhenThePrimaryIsExcluded() {
    pass(270, "b");
    String id = id(false, "x");
    call(id);
    assertThat(out.take()).isEmpty();
    pass(30, "b");
    assertThat(out.take()).isEmpty();
    pass(10, "b");
    assertThat(out.take()).containsExactly("send y me:" + id);
    assertThat(core.stats().reissued().get(Reissue.EXCLUSION)).isOne();
    assertThat(core.stats().lastDetectionMs()).isBetween(300.0, 320.0);
    assertThat(core.stats().gateways()).isOne();
  }

  @Test
  void shouldReissueAtOnceWhatAnExcludedSiteHas() {
    pass(270, "x");
    String id = id(true, "x");
    call(id);
    assertThat(out.take()).containsExactly("send x me:" + id);
    pass(40, "x");
    assertThat(out.take()).containsExactly("send y me:" + id);
    pass(30, "x");
    assertThat(core.stats().sites()).isOne();
    call(id(false, "x"), KEY, 1, null);
    assertThat(out.take()).containsExactly("send y me:" + id(false, "x"));
  }

  @Test
  void shouldAskAnotherSiteAfterARefusal() {
    String id = id(true, "x");
    call(id);
    answer("x", id, Status.BUSY);
    assertThat(out.take()).containsExactly("send x me:" + id, "send y me:" + id);
    answer("x", id, Status.BUSY);
    assertThat(core.stats().duplicates()).isOne();
    answer("y", id, Status.BEHIND);
    assertThat(out.take()).containsExactly("relay 1 " + id + " BEHIND");
    assertThat(core.stats().refused()).isOne();
  }

  @Test
  void shouldLeaveThePrimarysRefusalsToThePrimary() {
    String id = id(false, "x");
    call(id);
    answer("x", id, Status.BUSY);
    assertThat(out.take()).isEmpty();
    answer("y", id, Status.FAILED);
    assertThat(out.take()).containsExactly("relay 1 " + id + " FAILED");
  }

  @Test
  void shouldNotRelayAnAnswerOlderThanTheCallerHasSeen() {
    String id = id(true, "x");
    call(id, KEY, 2, new Token(1, new long[] {11}));
    assertThat(out.last().since()).isEqualTo(new Token(1, new long[] {11}));
    answer("x", id, Status.FOUND);
    assertThat(out.take()).containsExactly("send x me:" + id, "send y me:" + id);
    answer("y", id, Status.FOUND);
    assertThat(out.take()).containsExactly("relay 1 " + id + " BEHIND");
  }

  @Test
  void shouldRelayAnAnswerThatPrecedesItsCall() {
    String id = id(false, "x");
    answer("x", id, Status.FOUND);
    assertThat(out.take()).isEmpty();
    call(id);
    assertThat(out.take()).containsExactly("relay 1 " + id + " FOUND");
    assertThat(core.stats().earlyAnswers()).isOne();
    pass(200);
    assertThat(out.take()).isEmpty();
  }

  @Test
  void shouldNoteHowLongEachAnsweredOrLateCallTook() {
    String preceded = id(false, "x");
    answer("x", preceded, Status.FOUND);
    call(preceded);
    String fast = id(true, "x");
    call(fast);
    pass(10);
    answer("x", fast, Status.FOUND);
    call("late", VIEW, 1, null);
    pass(150);
    call("invalid", new Question.OfKey(""), 1, null);
    assertThat(out.times).containsExactly("KEY 0", "KEY 10", "VIEW 100");
    assertThat(core.stats().inTime() + core.stats().late()).isEqualTo(3);
  }

  @Test
  void shouldRefuseARepeatedIdOfTheSameCallerOnly() {
    String id = id(true, "x");
    call(id);
    call(id);
    core.call(new Requester("you", 2), new Call(id, KEY, 100, null, 1, List.of()), nowMs * MS);
    assertThat(out.take())
        .startsWith("send x me:" + id, "relay 1 " + id + " INVALID")
        .last()
        .asString()
        .endsWith("you:" + id);
    answer("x", id, Status.FOUND);
    assertThat(out.take()).containsExactly("relay 1 " + id + " FOUND");
    call(id);
    assertThat(out.take()).containsExactly("send x a.0");
  }

  @Test
  void shouldRefuseAboveTheHighWatermarkUntilTheLowOne() {
    for (int i = 0; i < 6; i++) {
      call("k" + i, KEY, 1, null);
    }
    assertThat(out.take()).filteredOn(line -> line.endsWith("BUSY")).hasSize(2);
    assertThat(out.relayed.get(0).retryAfterMs()).isEqualTo(700);
    answer("x", "k0", Status.FOUND);
    call("k6", KEY, 1, null);
    assertThat(out.take()).endsWith("relay 1 k6 BUSY");
    answer("x", "k1", Status.FOUND);
    call("k7", KEY, 1, null);
    assertThat(out.take()).last().asString().startsWith("send");
    assertThat(core.stats().shed().get(Kind.KEY)).isEqualTo(3);
    assertThat(core.stats().pending().get(Kind.KEY)).isEqualTo(3);
  }

  @Test
  void shouldNotLetViewsStarveKeys() {
    for (int i = 0; i < 100; i++) {
      call("v" + i, VIEW, 1, null);
    }
    assertThat(core.stats().shed().get(Kind.VIEW)).isEqualTo(98);
    out.take();
    call("k", KEY, 1, null);
    assertThat(out.take()).first().asString().startsWith("send");
  }

  @Test
  void shouldNotReissueAboveTheHighWatermark() {
    for (int i = 0; i < 4; i++) {
      call("k" + i, KEY, 1, null);
    }
    out.take();
    pass(95);
    assertThat(out.take()).isEmpty();
  }

  @Test
  void shouldReissueEarlyWithinItsBudget() {
    for (int i = 0; i < 200; i++) {
      call("e" + i, KEY, 1, null);
      answer("x", "e" + i, Status.FOUND);
    }
    pass(15);
    out.take();
    assertThat(core.stats().usualMs().get(Kind.KEY)).isLessThan(1);
    call("slow", KEY, 1, null);
    pass(20);
    assertThat(out.take()).hasSize(2);
    assertThat(core.stats().reissued().get(Reissue.EARLY)).isOne();
    pass(60);
    assertThat(out.take()).isEmpty();
  }

  @Test
  void shouldNotSendToASiteThatIsDrainingOrNotReady() {
    String id = id(true, "y");
    core.members(members(true, true), nowMs * MS);
    call(id);
    assertThat(out.take()).containsExactly("send x me:" + id);
    core.members(members(false, false), nowMs * MS);
    call("z", KEY, 1, null);
    assertThat(out.take()).containsExactly("send x me:z");
    assertThat(core.drain("x", true, nowMs * MS)).isTrue();
    call("n", KEY, 1, null);
    assertThat(out.take()).containsExactly("relay 1 n FAILED");
    assertThat(core.drain("nobody", true, nowMs * MS)).isFalse();
  }

  @Test
  void shouldKeepADrainOfASiteThatIsStartedAgain() {
    core.drain("x", true, nowMs * MS);
    pass(400, "x");
    var y = new SiteReport("y", "run", true, false);
    core.members(new Membership(List.of(y), List.of()), nowMs * MS);
    SiteState gone = new SiteState("x", false, false, false, false, true, 0);
    assertThat(core.sites()).hasSize(2).contains(gone);

    core.members(members(true, false), nowMs * MS);
    core.heartbeat("x", nowMs * MS);
    assertThat(core.stats().openSites()).isOne();
    assertThat(core.drain("x", false, nowMs * MS)).isTrue();
    assertThat(core.stats().openSites()).isEqualTo(2);
  }

  @Test
  void shouldNotMistakeANewSiteForTheOneWhoseSlotItHas() {
    String id = id(true, "x");
    core.call(requester, new Call(id, KEY, 5_000, null, 1, List.of()), 0);
    pass(400, "x");
    assertThat(out.take()).containsExactly("send x me:" + id, "send y me:" + id);
    var y = new SiteReport("y", "run", true, false);
    core.members(new Membership(List.of(y), List.of()), nowMs * MS);
    var z = new SiteReport("z", "run", true, false);
    core.members(new Membership(List.of(y, z), List.of()), nowMs * MS);
    core.heartbeat("z", nowMs * MS);
    answer("y", id, Status.BUSY);
    assertThat(out.take()).containsExactly("send z me:" + id);
  }

  @Test
  void shouldKeepTheIdsOfCallersApart() {
    var anonymous = new Requester("", 3);
    call("c1", KEY, 1, null);
    core.call(anonymous, new Call("c1", KEY, 100, null, 1, List.of()), 0);
    core.call(anonymous, new Call("me:c1", KEY, 100, null, 1, List.of()), 0);
    assertThat(out.sent).extracting(Call::id).containsExactly("me:c1", ":c1", ":me:c1");
  }

  @Test
  void shouldForgetTheCallsOfARequesterThatLeaves() {
    call("one", KEY, 1, null);
    String id = id(true, "x");
    call(id);
    out.take();
    core.closed(requester);
    assertThat(out.take()).hasSize(1).first().asString().matches("cancel [xy] me:one");
    answer("x", id, Status.FOUND);
    pass(200);
    assertThat(out.take()).isEmpty();
    assertThat(core.stats().abandoned()).isEqualTo(2);
    assertThat(core.stats().pending().get(Kind.KEY)).isZero();
  }

  @Test
  void shouldNotBlameOthersForItsOwnPause() {
    pass(15);
    nowMs += 2_000;
    core.tick(nowMs * MS);
    assertThat(core.stats().sites()).isEqualTo(2);
    assertThat(core.stats().gateways()).isEqualTo(2);
    assertThat(core.stats().pauses()).isOne();
    pass(330, "x");
    assertThat(core.stats().sites()).isOne();
  }

  /** An answer comes over one of a site's two links; the other may be silent. */
  @Test
  void shouldExcludeASiteThatAnswersAndSendsNoHeartbeats() {
    for (int i = 0; i < 8; i++) {
      pass(50, "x");
      answer("x", "c" + i, Status.FOUND);
    }
    assertThat(core.stats().sites()).isOne();
    answer("x", "c9", Status.FOUND);
    assertThat(core.stats().sites()).isOne();
    core.heartbeat("x", nowMs * MS);
    assertThat(core.stats().sites()).isEqualTo(2);
  }

  /** Batches over one of a site's two links must not hide for how long the other is silent. */
  @Test
  void shouldExcludeASiteAsSoonAsOneOfItsLinksIsSilentForTooLong() {
    long silentFromMs = nowMs;
    for (int i = 0; i < 300; i += 50) {
      pass(50, "x");
      core.heartbeat("x", silentFromMs * MS, nowMs * MS);
    }
    assertThat(core.stats().sites()).isEqualTo(2);
    pass(5, "x");
    assertThat(core.stats().sites()).isOne();
    assertThat(core.stats().lastDetectionMs()).isEqualTo(305);
  }

  @Test
  void shouldRefuseWhatIsPendingWhenItStops() {
    String alone = id(true, "x");
    String shared = id(false, "y");
    call(alone, KEY, 1, null);
    call(shared);
    assertThat(out.take()).containsExactly("send x me:" + alone);
    core.stop();
    assertThat(out.take())
        .containsExactlyInAnyOrder(
            "cancel x me:" + alone,
            "relay 1 " + alone + " FAILED",
            "relay 1 " + shared + " FAILED");
    assertThat(out.relayed)
        .extracting(Answer::error)
        .containsExactly("the gateway is stopping", "the gateway is stopping");
    assertThat(core.pending(Kind.KEY)).isZero();
    assertThat(core.stats().refused()).isEqualTo(2);
    answer("x", alone, Status.FOUND);
    pass(200);
    assertThat(out.take()).isEmpty();
  }

  /** What other gateways share goes on there, so the site is not told to drop it. */
  @Test
  void shouldLeaveSharedCallsToOthersWhenItStops() {
    String id = id(true, "x");
    call(id);
    assertThat(out.take()).containsExactly("send x me:" + id);
    core.stop();
    assertThat(out.take()).containsExactly("relay 1 " + id + " FAILED");
  }

  @Test
  void shouldDropAnswersOfStrangers() {
    answer("stranger", "c", Status.FOUND);
    answer("x", "c".repeat(200), Status.FOUND);
    answer("x", "c", Status.BUSY);
    assertThat(core.stats().unknownAnswers()).isEqualTo(3);
    assertThat(out.take()).isEmpty();
  }

  @Test
  void shouldRefuseAnInvalidCall() {
    call("not valid");
    assertThat(out.take()).containsExactly("relay 1 not valid INVALID");
    assertThat(out.relayed.get(0).error()).contains("'not valid'");
    assertThat(out.relayed.get(0).remedy()).isNotEmpty();
  }

  @Test
  void shouldIgnoreAClockThatGoesBack() {
    String id = id(true, "x");
    pass(50);
    call(id);
    core.tick(0);
    nowMs -= 50;
    answer("x", id, Status.FOUND);
    assertThat(out.take()).endsWith("relay 1 " + id + " FOUND");
  }

  @Test
  void shouldNameAllFaultsOfSettings() {
    assertThatThrownBy(
            () ->
                new CoreSettings(
                    "",
                    RoutingPolicy.UNIFORM,
                    0,
                    60_001,
                    9,
                    new Limits(1, 1),
                    new Limits(0, 0),
                    101,
                    1.5,
                    -1))
        .hasMessage(
            """
            gateway.name: is ''; it must be 1 to 64 letters, digits, . _ -
            gateway.sweepMs: is 0; it must be 1 to 1000
            gateway.deadlineMs: is 60001; it must be 1 to 60000
            gateway.silenceMs: is 9; it must be 10 to 60000
            gateway.keyCalls.low: is 1; it must be 0 or more, and less than keyCalls.high (1)
            gateway.viewCalls.high: is 0; it must be 1 to 1000000
            gateway.earlyPercent: is 101; it must be 0 to 100
            gateway.earlyQuantile: is 1.5; it must be above 0, and at most 1
            gateway.retryAfterMs: is -1; it must be 0 to 60000""");
    assertThat(CoreSettings.defaults("a").sweepMs()).isEqualTo(5);
  }

  @Test
  void shouldRejectAnInvalidCaller() {
    assertThatThrownBy(() -> new Requester("a:b", 1)).hasMessageContaining("a:b");
  }

  @Test
  void shouldSendElsewhereWhatALinkDidNotTake() {
    String id = id(true, "x");
    call(id);
    out.take();
    core.unsent("x", "me:" + id, nowMs * MS);
    assertThat(out.take()).containsExactly("send y me:" + id);
    core.unsent("y", "me:" + id, nowMs * MS);
    assertThat(out.take()).containsExactly("relay 1 " + id + " FAILED");
    assertThat(core.stats().refused()).isOne();
    assertThat(core.stats().reissued().get(Reissue.REFUSAL)).isOne();
  }

  @Test
  void shouldSendElsewhereWhatALinkDidNotTakeEvenAboveTheHighWatermark() {
    for (int i = 0; i < 4; i++) {
      call("w" + i, KEY, 1, null);
    }
    String sent = out.take().get(0);
    String first = sent.substring("send ".length(), "send x".length());
    String id = sent.substring("send x ".length());
    core.unsent(first, id, nowMs * MS);
    core.unsent(first.equals("x") ? "y" : "x", id, nowMs * MS);
    assertThat(out.take()).hasSize(2).last().asString().endsWith("FAILED");
  }

  @Test
  void shouldNotTakeAnUnsentCallForASignOfLife() {
    String id = id(true, "x");
    pass(290, "x");
    call(id);
    core.unsent("x", "me:" + id, nowMs * MS);
    pass(20, "x");
    assertThat(core.stats().sites()).isOne();
  }

  @Test
  void shouldReissueAtOnceWhatALostSiteHad() {
    String id = id(true, "x");
    call(id);
    out.take();
    core.lost("x", nowMs * MS);
    assertThat(out.take()).containsExactly("send y me:" + id);
    assertThat(core.stats().sites()).isOne();
    assertThat(core.stats().excluded()).isOne();
    core.lost("x", nowMs * MS);
    assertThat(core.stats().excluded()).isOne();
    core.heartbeat("x", nowMs * MS);
    assertThat(core.stats().sites()).isEqualTo(2);
  }

  @Test
  void shouldSendAtOnceWhatALostPrimaryHad() {
    String id = id(false, "x");
    call(id);
    assertThat(out.take()).isEmpty();
    core.lost("b", nowMs * MS);
    assertThat(out.take()).hasSize(1).first().asString().startsWith("send ");
    assertThat(core.isAlive("b")).isFalse();
  }

  @Test
  void shouldReportTheStateOfEachSite() {
    core.members(members(true, true), 0);
    core.drain("x", true, 0);
    assertThat(core.sites())
        .containsExactly(
            new SiteState("x", true, false, true, false, true, 0),
            new SiteState("y", true, false, true, true, false, 0));
    assertThat(core.isOpen()).isFalse();
  }
}
