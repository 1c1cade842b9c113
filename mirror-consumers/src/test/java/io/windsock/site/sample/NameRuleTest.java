package io.windsock.site.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.DelaySummary;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.site.sample.NameRule.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of two sites of one name gives way, by what each hears of the other. */
class NameRuleTest {
  private final Incarnation self = new Incarnation("self");
  private final NameRule rule = new NameRule(self);

  /** Two samples a second, each at the time of its offset. */
  private static final long EVERY_MS = 500;

  private static SiteSample sample(String incarnation, long born, String phase, long atMs) {
    return SiteSample.newBuilder()
        .setSite("m1")
        .setRole("mirror")
        .setUrl("http://127.0.0.1:1")
        .setAtMs(atMs)
        .setPhase(phase)
        .setDetail("")
        .setTopic("t")
        .setTokenEpoch(1)
        .setOffsets(List.of())
        .setSequences(List.of())
        .setMarkers(List.of())
        .setEpochs(List.of())
        .setCheckpoints(List.of())
        .setStamps(List.of())
        .setKeys(0)
        .setEventsPerSecond(0)
        .setReady(0)
        .setBackup(0)
        .setPending(0)
        .setRequestsPerSecond(0)
        .setClients(0)
        .setUpdateDelay(new DelaySummary(0L, 0L, 0L, 0L))
        .setStalenessEvents(0)
        .setStalenessMs(0)
        .setCpu(0)
        .setSnapshot(null)
        .setIncarnation(incarnation)
        .setBorn(born)
        .build();
  }

  private Verdict evaluate(String incarnation, long born, long offset) {
    return evaluate(rule, incarnation, born, "LIVE", offset);
  }

  private static Verdict evaluate(
      NameRule rule, String incarnation, long born, String phase, long offset) {
    long ms = EVERY_MS * offset;
    return rule.evaluate(sample(incarnation, born, phase, ms), offset, ms);
  }

  @Test
  void shouldGiveWayToAnOlderSiteThatRuns() {
    self.published(100);

    assertThat(evaluate("other", 40, 101)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("self", 100, 102)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("other", 40, 103)).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldKeepItsNameBeforeAYoungerOne() {
    self.published(100);

    assertThat(evaluate("other", Incarnation.UNBORN, 140)).isEqualTo(Verdict.TWIN);
    assertThat(evaluate("other", 140, 142)).isEqualTo(Verdict.TWIN);
  }

  @Test
  void shouldBeTheOneOrTheOtherForBoth() {
    Incarnation one = new Incarnation("one");
    Incarnation two = new Incarnation("two");
    one.published(7);
    two.published(8);
    NameRule ofOne = new NameRule(one);
    NameRule ofTwo = new NameRule(two);
    Verdict first = Verdict.OWN;
    Verdict second = Verdict.OWN;
    for (long offset = 9; offset < 13; offset++) {
      first = evaluate(ofOne, "two", 8, "LIVE", offset);
      second = evaluate(ofTwo, "one", 7, "LIVE", offset);
    }

    assertThat(first).isEqualTo(Verdict.TWIN);
    assertThat(second).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldNotTakeTheLastWordsOfASiteThatHasGoneForOneThatRuns() {
    self.published(100);

    assertThat(evaluate("killed", 40, 98)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("killed", 40, 99)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("killed", 40, 101)).isEqualTo(Verdict.OWN);
    assertThat(evaluate(rule, "closed", 40, "CLOSED", 102)).isEqualTo(Verdict.OWN);
    assertThat(evaluate(rule, "closed", 40, "CLOSED", 103)).isEqualTo(Verdict.OWN);
  }

  @Test
  void shouldSayNothingWhileItIsNotKnownWhoIsOlder() {
    assertThat(evaluate("other", 40, 41)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("other", 40, 42)).isEqualTo(Verdict.OWN);
    self.published(100);
    assertThat(evaluate("", 1, 103)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("", 1, 104)).isEqualTo(Verdict.OWN);
  }

  /** A record of the topic that was copied, with another incarnation and this site's birth. */
  @Test
  void shouldNotGiveWayToOneThatClaimsItsOwnBirth() {
    self.published(100);

    for (long offset = 101; offset < 110; offset++) {
      assertThat(evaluate("copy", 100, offset)).isEqualTo(Verdict.OWN);
    }
  }

  @Test
  void shouldTakeCopiesOfOneSampleForOne() {
    self.published(100);

    for (long offset = 101; offset < 110; offset++) {
      Verdict verdict = rule.evaluate(sample("copy", 40, "LIVE", 7), offset, EVERY_MS * offset);
      assertThat(verdict).isEqualTo(Verdict.OWN);
    }
  }

  @Test
  void shouldTakeSamplesThatArriveTogetherForOne() {
    self.published(100);

    assertThat(rule.evaluate(sample("killed", 40, "LIVE", 1), 101, 1000)).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("killed", 40, "LIVE", 2), 102, 1399)).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("killed", 40, "LIVE", 3), 103, 1400)).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldJudgeAnewWhenTheBrokersClockGoesBack() {
    self.published(100);

    assertThat(rule.evaluate(sample("other", 40, "LIVE", 1), 101, 9000)).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("other", 40, "LIVE", 2), 102, 1000)).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("other", 40, "LIVE", 3), 103, 1500)).isEqualTo(Verdict.TAKEN);
  }

  /** The sites' offsets begin at 0 again, and so does their order. */
  @Test
  void shouldLetOneOfTwoGiveWayOnATopicMadeAnew() {
    Incarnation one = new Incarnation("one");
    one.published(1000);
    NameRule ofOne = new NameRule(one);
    one.published(3); // its next sample, on the recreated topic
    Incarnation two = new Incarnation("two");
    two.published(7);
    NameRule ofTwo = new NameRule(two);
    one.published(8);
    Verdict first = Verdict.OWN;
    Verdict second = Verdict.OWN;
    for (long offset = 9; offset < 13; offset++) {
      first = evaluate(ofOne, "two", two.born(), "LIVE", offset);
      second = evaluate(ofTwo, "one", one.born(), "LIVE", offset);
    }

    assertThat(first).isEqualTo(Verdict.TWIN);
    assertThat(second).isEqualTo(Verdict.TAKEN);
  }
}
