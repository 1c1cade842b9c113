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

  private static SiteSample sample(String incarnation, long born, String phase) {
    return SiteSample.newBuilder()
        .setSite("m1")
        .setRole("mirror")
        .setUrl("http://127.0.0.1:1")
        .setAtMs(1)
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

  private Verdict heard(String incarnation, long born, long offset) {
    return rule.heard(sample(incarnation, born, "LIVE"), offset);
  }

  @Test
  void shouldGiveWayToAnOlderSiteThatRuns() {
    self.published(100);

    assertThat(heard("other", 40, 101)).isEqualTo(Verdict.OWN);
    assertThat(heard("self", 100, 102)).isEqualTo(Verdict.OWN);
    assertThat(heard("other", 40, 103)).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldKeepItsNameBeforeAYoungerOne() {
    self.published(100);

    assertThat(heard("other", Incarnation.UNBORN, 140)).isEqualTo(Verdict.TWIN);
    assertThat(heard("other", 140, 142)).isEqualTo(Verdict.TWIN);
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
      first = ofOne.heard(sample("two", 8, "LIVE"), offset);
      second = ofTwo.heard(sample("one", 7, "LIVE"), offset);
    }

    assertThat(first).isEqualTo(Verdict.TWIN);
    assertThat(second).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldNotTakeTheLastWordsOfASiteThatHasGoneForOneThatRuns() {
    self.published(100);

    assertThat(heard("killed", 40, 98)).isEqualTo(Verdict.OWN);
    assertThat(heard("killed", 40, 99)).isEqualTo(Verdict.OWN);
    assertThat(heard("killed", 40, 101)).isEqualTo(Verdict.OWN);
    assertThat(rule.heard(sample("closed", 40, "CLOSED"), 102)).isEqualTo(Verdict.OWN);
    assertThat(rule.heard(sample("closed", 40, "CLOSED"), 103)).isEqualTo(Verdict.OWN);
  }

  @Test
  void shouldSayNothingWhileItIsNotKnownWhoIsOlder() {
    assertThat(heard("other", 40, 41)).isEqualTo(Verdict.OWN);
    assertThat(heard("other", 40, 42)).isEqualTo(Verdict.OWN);
    self.published(100);
    assertThat(heard("", 1, 103)).isEqualTo(Verdict.OWN);
    assertThat(heard("", 1, 104)).isEqualTo(Verdict.OWN);
  }
}
