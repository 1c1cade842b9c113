package io.windsock.control.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Observations;
import io.windsock.control.monitor.Reading;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectivePolicyTest {
  private static final ObjectiveSettings SETTINGS = new ObjectiveSettings(300, 5_000, 5_000);
  private static final long SAMPLE_MS = 500;

  private final ObjectivePolicy policy = new ObjectivePolicy(SETTINGS);
  private final List<LevelChange> changes = new ArrayList<>();
  private PolicyState state = PolicyState.initial();
  private long atMs;

  /** So many samples that all say the same. */
  private void see(int samples, double delayMs, double ready, double stalenessMs) {
    for (int i = 0; i < samples; i++) {
      atMs += SAMPLE_MS;
      decide(
          new Observation(
              atMs,
              List.of(
                  new Reading("m-1", MonitoredValue.UPDATE_DELAY, delayMs),
                  new Reading("m-1", MonitoredValue.READY, ready),
                  new Reading("m-1", MonitoredValue.STALENESS_MS, stalenessMs))));
    }
  }

  private void decide(Observation seen) {
    Outcome outcome = policy.decide(seen, state);
    if (outcome.change() != null) {
      changes.add(outcome.change());
    }
    state = outcome.next();
  }

  @Test
  void shouldRaiseTheLevelWhenTheDelayIsAboveTheGoalAndEventsWait() {
    see(40, 100, 10, 200);
    see(40, 500, 900, 700);

    assertThat(changes).isNotEmpty().allMatch(LevelChange::raises);
    assertThat(changes.get(0).site()).isEqualTo("m-1");
    assertThat(changes.get(0).value()).isEqualTo(MonitoredValue.UPDATE_DELAY);
    assertThat(changes.get(0).reason())
        .matches(
            "the update delay at m-1 is about \\d+ ms, above the goal of 300 ms, with \\d+ events"
                + " and requests waiting: mirroring becomes cheaper");
  }

  /** So many samples of a calm site while another is silent that last said this. */
  private @Nullable Silence seeSilent(int samples, double lastDelayMs, double lastReady) {
    Silence silence = null;
    for (int i = 0; i < samples; i++) {
      atMs += SAMPLE_MS;
      Observation seen =
          new Observation(
              atMs,
              List.of(
                  new Reading("m-1", MonitoredValue.UPDATE_DELAY, 20),
                  new Reading("m-1", MonitoredValue.READY, 0)),
              List.of(
                  new Reading("m-2", MonitoredValue.UPDATE_DELAY, lastDelayMs),
                  new Reading("m-2", MonitoredValue.READY, lastReady)));
      silence = policy.decide(seen, state).silence();
      decide(seen);
    }
    return silence;
  }

  @ParameterizedTest
  @CsvSource({"301, 1, true", "300, 900, false", "301, 0, true"})
  void shouldKeepTheLevelWhileASiteIsSilentThatMissedTheGoal(
      double lastDelayMs, double lastReady, boolean kept) {
    state = PolicyState.at(0.8, 0);

    Silence silence = seeSilent(240, lastDelayMs, lastReady);

    assertThat(state.level() == 0.8).isEqualTo(kept);
    assertThat(silence != null).isEqualTo(kept);
    if (silence != null) {
      assertThat(silence.keeps())
          .isEqualTo(
              "m-2 is silent or cut off, and its update delay was 301 ms in its last report, not below"
                  + " 300: the mode is kept until it reports again or expires");
    }
  }

  @Test
  void shouldGoOnFromTheLevelThatASilentSiteKept() {
    state = PolicyState.at(0.8, 0);
    seeSilent(240, 900, 500);

    see(400, 20, 0, 20);

    assertThat(state.level()).isZero();
  }

  @Test
  void shouldNotBlameTheMirroringForADelayWithoutAQueue() {
    see(400, 2_000, 0, 2_100);

    assertThat(changes).isEmpty();
  }

  @Test
  void shouldRaiseTheLevelWhenTheGoalWasMetBeforeThoughNoQueueIsSeen() {
    see(40, 100, 0, 200);
    see(40, 800, 0, 900);

    assertThat(changes).isNotEmpty().allMatch(LevelChange::raises);
    assertThat(changes.get(0).reason())
        .matches(
            "the update delay at m-1 is about \\d+ ms, above the goal of 300 ms, which"
                + " was met lately, although nothing waits at the topology or a site: mirroring becomes"
                + " cheaper");
  }

  @Test
  void shouldKnowForLongThatTheGoalWasMet() {
    see(40, 100, 0, 200);
    see(100, 800, 0, 900);
    see(3_000, 290, 0, 400);
    changes.clear();
    see(300, 800, 0, 900);

    assertThat(changes).allMatch(LevelChange::raises);
    assertThat(state.level()).isEqualTo(1);
  }

  @Test
  void shouldReturnInSmallStepsWhileTheGoalIsMetAndNoQueueIsSeen() {
    see(40, 100, 0, 200);
    see(100, 800, 0, 900);
    double level = state.level();
    see(40, 250, 0, 350);
    assertThat(state.level()).isEqualTo(level);
    see(4_000, 250, 0, 350);

    assertThat(state.level()).isZero();
  }

  @Test
  void shouldGiveUpOnALongDelayThatNothingShortens() {
    see(40, 100, 0, 200);
    see(400, 2_000, 0, 2_100);
    assertThat(state.level()).isPositive();
    changes.clear();
    see(1_300, 2_000, 0, 2_100);

    assertThat(state.level()).isZero();
    assertThat(changes).isNotEmpty().noneMatch(LevelChange::raises);
    assertThat(changes.get(0).reason())
        .isEqualTo(
            "the update delay at m-1 is about 2000 ms, above the goal, but nothing waits and the goal"
                + " was not met lately: mirroring becomes more exact");
  }

  @Test
  void shouldNotGiveUpOnALongDelayThatWasShortened() {
    see(40, 100, 0, 200);
    see(60, 2_000, 0, 2_100);
    double level = state.level();
    changes.clear();
    see(3_000, 350, 0, 450);

    assertThat(level).isPositive();
    assertThat(changes).allMatch(LevelChange::raises);
  }

  @Test
  void shouldRaiseTheLevelAgainIfTheDelayGrowsAsTheMirroringBecomesExact() {
    see(40, 100, 0, 200);
    see(1_700, 2_000, 0, 2_100);
    assertThat(state.level()).isZero();
    see(60, 4_000, 0, 4_100);

    assertThat(state.level()).isPositive();
  }

  @Test
  void shouldNotLowerALevelFoundAtTheStartBecauseNothingIsKnownYet() {
    state = PolicyState.at(0.8, 0);
    see(40, 900, 0, 1_000);

    assertThat(state.level()).isGreaterThanOrEqualTo(0.8);
  }

  @Test
  void shouldNotTakeAPauseForAFallOfTheDelay() {
    see(100, 2_000, 0, 2_100);
    seeNothing(40);
    see(100, 2_000, 0, 2_100);

    assertThat(changes).isEmpty();
  }

  /** So many samples of an idle site. */
  private void seeNothing(int samples) {
    for (int i = 0; i < samples; i++) {
      atMs += SAMPLE_MS;
      decide(new Observation(atMs, List.of(new Reading("m-1", MonitoredValue.READY, 0))));
    }
  }

  @Test
  void shouldLetTheStalenessLimitWinAndSaySo() {
    state = PolicyState.at(0.8, 0);

    see(40, 500, 900, 6_500);

    assertThat(changes.get(0).raises()).isFalse();
    assertThat(changes.get(0).value()).isEqualTo(MonitoredValue.STALENESS_MS);
    assertThat(changes.get(0).reason())
        .isEqualTo(
            "the rules withhold updates at m-1 for 6000 ms, more than the staleness limit of 5000"
                + " ms leaves beside an update delay of 300 ms: mirroring becomes more exact,"
                + " whatever the update delay");
  }

  @Test
  void shouldNotLowerTheLevelForStalenessThatIsOnlyLag() {
    state = PolicyState.at(0.8, 0);

    see(40, 9_000, 90_000, 10_000);

    assertThat(changes).allMatch(LevelChange::raises);
  }

  @Test
  void shouldGoBackToTheExactFunctionWhenTheLoadIsGone() {
    see(40, 100, 10, 200);
    see(100, 500, 900, 700);
    see(400, 100, 5, 200);

    assertThat(state.level()).isZero();
  }

  @Test
  void shouldGoBackWhenNoEventsComeAnyMore() {
    see(40, 100, 10, 200);
    see(100, 500, 900, 700);
    seeNothing(400);

    assertThat(state.level()).isZero();
  }

  @Test
  void shouldNotChangeAnythingUnseen() {
    see(100, 500, 900, 700);
    double level = state.level();
    changes.clear();

    for (int i = 0; i < 400; i++) {
      atMs += SAMPLE_MS;
      decide(new Observation(atMs, List.of()));
    }

    assertThat(changes).isEmpty();
    assertThat(state.level()).isEqualTo(level);
  }

  /** Events wait, and none arrives: the last delays are those of another time. */
  @Test
  void shouldNotActOnTheLastDelaysWhenUpdatesStop() {
    see(40, 100, 10, 200);
    see(24, 500, 900, 700);
    double level = state.level();
    assertThat(level).isBetween(0.01, 0.99);
    changes.clear();

    for (int i = 0; i < 400; i++) {
      atMs += SAMPLE_MS;
      decide(new Observation(atMs, List.of(new Reading("m-1", MonitoredValue.READY, 900))));
    }

    assertThat(changes).isEmpty();
    assertThat(state.level()).isEqualTo(level);
  }

  /** So many samples of an idle site while the topology is silent that last said this. */
  private void seeSilentTopology(int samples, double lastReady, List<Reading> readings) {
    for (int i = 0; i < samples; i++) {
      atMs += SAMPLE_MS;
      Reading last = new Reading(Observations.TOPOLOGY, MonitoredValue.READY, lastReady);
      decide(new Observation(atMs, readings, List.of(last)));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 500})
  void shouldNotTakeASilentTopologyForAnIdleOne(double lastReady) {
    see(40, 100, 10, 200);
    see(100, 500, 900, 700);
    double level = state.level();
    changes.clear();

    seeSilentTopology(400, lastReady, List.of(new Reading("m-1", MonitoredValue.READY, 0)));

    assertThat(changes).isEmpty();
    assertThat(state.level()).isEqualTo(level).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true"})
  void shouldKeepTheLevelWhileAnInstanceOfTheTopologyIsSilentThatHadAQueue(
      double lastReady, boolean kept) {
    state = PolicyState.at(0.8, 0);
    List<Reading> calm =
        List.of(
            new Reading("m-1", MonitoredValue.UPDATE_DELAY, 20),
            new Reading("m-1", MonitoredValue.READY, 0));

    seeSilentTopology(240, lastReady, calm);

    assertThat(state.level() == 0.8).isEqualTo(kept);
    Reading last = new Reading(Observations.TOPOLOGY, MonitoredValue.READY, lastReady);
    Silence silence =
        policy.decide(new Observation(atMs + 5_000, calm, List.of(last)), state).silence();
    assertThat(silence != null).isEqualTo(kept);
    if (silence != null) {
      assertThat(silence.keeps())
          .isEqualTo(
              "topology is silent or cut off, and its ready queue was 1 events in its last report, not"
                  + " below 1: the mode is kept until it reports again or expires");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 10, 5000", "300, 300, 5000", "300, 200, 5000", "300, 5000, 999"})
  void shouldRefuseSettingsOutOfTheirRange(long goalMs, long limitMs, long holdMs) {
    assertThatThrownBy(() -> new ObjectiveSettings(goalMs, limitMs, holdMs))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("must be");
  }
}
