package io.windsock.platform.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.name.NameRule.Begin;
import io.windsock.platform.name.NameRule.Verdict;
import org.junit.jupiter.api.Test;

/** Which of two members with the same name stops, by what each hears of the other. */
class NameRuleTest {
  private final Incarnation self = new Incarnation("self");
  private final NameRule rule = site(self);

  /** Two samples a second, each at the time of its offset. */
  private static final long EVERY_MS = 500;

  private static NameRule site(Incarnation self) {
    return new NameRule(self, Begin.WITH_FIRST_SAMPLE);
  }

  private static NamedSample sample(
      String incarnation, long born, long madeAtMs, long offset, long brokerMs) {
    return new NamedSample(incarnation, born, madeAtMs, false, offset, brokerMs);
  }

  private Verdict evaluate(String incarnation, long born, long offset) {
    return evaluate(rule, incarnation, born, offset);
  }

  private static Verdict evaluate(NameRule rule, String incarnation, long born, long offset) {
    long ms = EVERY_MS * offset;
    return rule.evaluate(sample(incarnation, born, ms, offset, ms));
  }

  /** Evaluates the last sample of one that ends. */
  private static Verdict ended(NameRule rule, long born, long offset) {
    long ms = EVERY_MS * offset;
    return rule.evaluate(new NamedSample("closed", born, ms, true, offset, ms));
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

    assertThat(evaluate("other", Incarnation.UNBORN, 140)).isEqualTo(Verdict.YOUNGER);
    assertThat(evaluate("other", 140, 142)).isEqualTo(Verdict.YOUNGER);
  }

  @Test
  void shouldBeTheOneOrTheOtherForBoth() {
    Incarnation one = new Incarnation("one");
    Incarnation two = new Incarnation("two");
    one.published(7);
    two.published(8);
    NameRule ofOne = site(one);
    NameRule ofTwo = site(two);
    Verdict first = Verdict.OWN;
    Verdict second = Verdict.OWN;
    for (long offset = 9; offset < 13; offset++) {
      first = evaluate(ofOne, "two", 8, offset);
      second = evaluate(ofTwo, "one", 7, offset);
    }

    assertThat(first).isEqualTo(Verdict.YOUNGER);
    assertThat(second).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldNotTakeTheLastWordsOfASiteThatHasGoneForOneThatRuns() {
    self.published(100);

    assertThat(evaluate("killed", 40, 98)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("killed", 40, 99)).isEqualTo(Verdict.OWN);
    assertThat(evaluate("killed", 40, 101)).isEqualTo(Verdict.OWN);
    assertThat(ended(rule, 40, 102)).isEqualTo(Verdict.OWN);
    assertThat(ended(rule, 40, 103)).isEqualTo(Verdict.OWN);
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
      Verdict verdict = rule.evaluate(sample("copy", 40, 7, offset, EVERY_MS * offset));
      assertThat(verdict).isEqualTo(Verdict.OWN);
    }
  }

  @Test
  void shouldTakeSamplesThatArriveTogetherForOne() {
    self.published(100);

    assertThat(rule.evaluate(sample("killed", 40, 1, 101, 1000))).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("killed", 40, 2, 102, 1399))).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("killed", 40, 3, 103, 1400))).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldJudgeAnewWhenTheBrokersClockGoesBack() {
    self.published(100);

    assertThat(rule.evaluate(sample("other", 40, 1, 101, 9000))).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("other", 40, 2, 102, 1000))).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(sample("other", 40, 3, 103, 1500))).isEqualTo(Verdict.TAKEN);
  }

  /** The sites' offsets begin at 0 again, and so does their order. */
  @Test
  void shouldLetOneOfTwoGiveWayOnATopicMadeAnew() {
    Incarnation one = new Incarnation("one");
    one.published(1000);
    NameRule ofOne = site(one);
    one.published(3); // its next sample, on the recreated topic
    Incarnation two = new Incarnation("two");
    two.published(7);
    NameRule ofTwo = site(two);
    one.published(8);
    Verdict first = Verdict.OWN;
    Verdict second = Verdict.OWN;
    for (long offset = 9; offset < 13; offset++) {
      first = evaluate(ofOne, "two", two.born(), offset);
      second = evaluate(ofTwo, "one", one.born(), offset);
    }

    assertThat(first).isEqualTo(Verdict.YOUNGER);
    assertThat(second).isEqualTo(Verdict.TAKEN);
  }

  /** As a gateway, which must know before it publishes anything under its name. */
  @Test
  void shouldGiveWayBeforeItsFirstSampleIfAllCount() {
    NameRule gateway = new NameRule(self, Begin.AT_ONCE);
    assertThat(evaluate(gateway, "other", 7, 51)).isEqualTo(Verdict.OWN);
    assertThat(evaluate(gateway, "other", 7, 52)).isEqualTo(Verdict.TAKEN);
    self.published(60);
    assertThat(evaluate(gateway, "other", 7, 53)).isEqualTo(Verdict.TAKEN);
    assertThat(evaluate(gateway, "third", 61, 61)).isEqualTo(Verdict.YOUNGER);
    assertThat(evaluate(gateway, "third", Incarnation.UNBORN, 61)).isEqualTo(Verdict.YOUNGER);
    assertThat(ended(gateway, 7, 62)).isEqualTo(Verdict.OWN);
    assertThat(ended(gateway, 7, 63)).isEqualTo(Verdict.OWN);
  }
}
