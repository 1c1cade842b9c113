package io.windsock.gateway.discover;

import static io.windsock.gateway.discover.DirectoryTest.gateway;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.gateway.discover.NameRule.Verdict;
import org.junit.jupiter.api.Test;

class NameRuleTest {
  private final Incarnation self = new Incarnation("me");
  private final NameRule rule = new NameRule(self);

  private Verdict other(long born, String phase, long offset, long atMs) {
    return rule.evaluate(gateway("g1", "other", born, phase, atMs), offset, 1_000 + atMs);
  }

  @Test
  void shouldYieldToAnOlderOneThatRuns() {
    self.published(50);
    assertThat(other(7, "READY", 51, 0)).isEqualTo(Verdict.OWN);
    assertThat(other(7, "READY", 52, 500)).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldYieldToOneThatRunsBeforeItHasPublishedItself() {
    assertThat(other(7, "READY", 51, 0)).isEqualTo(Verdict.OWN);
    assertThat(other(7, "READY", 52, 500)).isEqualTo(Verdict.TAKEN);
  }

  @Test
  void shouldNotYieldToALateSampleOrToCopiesOfOne() {
    self.published(50);
    assertThat(other(7, "READY", 51, 0)).isEqualTo(Verdict.OWN);
    assertThat(rule.evaluate(gateway("g1", "other", 7, "READY", 0), 52, 2_000))
        .isEqualTo(Verdict.OWN);
  }

  @Test
  void shouldNotYieldToOneThatEnds() {
    self.published(50);
    assertThat(other(7, "DRAINING", 51, 0)).isEqualTo(Verdict.OWN);
    assertThat(other(7, "CLOSED", 52, 500)).isEqualTo(Verdict.OWN);
    assertThat(other(7, "CLOSED", 53, 1_000)).isEqualTo(Verdict.OWN);
  }

  @Test
  void shouldReportAYoungerOne() {
    self.published(50);
    assertThat(other(-1, "READY", 60, 0)).isEqualTo(Verdict.YOUNGER);
    assertThat(other(60, "READY", 61, 0)).isEqualTo(Verdict.YOUNGER);
    assertThat(rule.evaluate(gateway("g1", "me", 50, "READY", 0), 62, 0)).isEqualTo(Verdict.OWN);
  }
}
