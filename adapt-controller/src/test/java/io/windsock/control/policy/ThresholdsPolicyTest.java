package io.windsock.control.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.control.monitor.MonitoredValue;
import io.windsock.control.monitor.Observation;
import io.windsock.control.monitor.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdsPolicyTest {
  private static final int CASES = 10_000;
  private static final ThresholdsPolicy POLICY =
      new ThresholdsPolicy(
          List.of(
              new Threshold(MonitoredValue.PENDING, 300, 100),
              new Threshold(MonitoredValue.READY, 5_000, 1_000)),
          0);

  private static Observation seen(long atMs, Object... siteValueMeasured) {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < siteValueMeasured.length; i += 3) {
      readings.add(
          new Reading(
              (String) siteValueMeasured[i],
              (MonitoredValue) siteValueMeasured[i + 1],
              ((Number) siteValueMeasured[i + 2]).doubleValue()));
    }
    return new Observation(atMs, readings);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 299.999, 4999, 0",
    "0, 300, 0, 1",
    "0, 300.001, 0, 1",
    "0, 0, 4999.999, 0",
    "0, 0, 5000, 1",
    "1, 300, 5000, 1",
    "1, 200, 0, 1",
    "1, 199.999, 3999.999, 0",
    "1, 199.999, 4000, 1",
    "1, 0, 0, 0",
  })
  void shouldSwitchExactlyAtTheStatedValues(
      double level, double pending, double ready, double expected) {
    Outcome outcome =
        POLICY.decide(
            seen(1, "a", MonitoredValue.PENDING, pending, "b", MonitoredValue.READY, ready),
            PolicyState.at(level, 0));

    assertThat(outcome.next().level()).isEqualTo(expected);
    assertThat(outcome.change() != null).isEqualTo(level != expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10, 200, 1", // the silent site was not below 300 − 100
    "1, 10, 199.999, 0",
    "1, 250, 0, 1", // the other is not
    "0, 10, 5000, 0", // silence alone adapts nothing
    "0, 300, 5000, 1",
  })
  void shouldNotTakeSilenceForCalm(double level, double heard, double last, double expected) {
    Observation seen =
        new Observation(
            7,
            List.of(new Reading("a", MonitoredValue.PENDING, heard)),
            List.of(new Reading("b", MonitoredValue.PENDING, last)));

    Outcome outcome = POLICY.decide(seen, PolicyState.at(level, 0));

    assertThat(outcome.next().level()).isEqualTo(expected);
    assertThat(outcome.silence() != null).isEqualTo(level == 1 && heard < 200 && last >= 200);
  }

  @Test
  void shouldSayWhichSilentSiteKeepsTheMode() {
    Observation seen =
        new Observation(
            7,
            List.of(new Reading("a", MonitoredValue.PENDING, 0)),
            List.of(
                new Reading("b", MonitoredValue.PENDING, 412),
                new Reading("c", MonitoredValue.READY, 4_100)));

    Silence silence = POLICY.decide(seen, PolicyState.at(1, 0)).silence();

    assertThat(silence).isNotNull();
    assertThat(silence.keeps())
        .isEqualTo(
            "b is silent or cut off, and its queue of pending requests was 412 requests in its last"
                + " report, not below 200: the mode is kept until it reports again or expires");
  }

  @Test
  void shouldSayWhatCrossedWhatAndWhere() {
    Observation seen =
        seen(7, "mirror-1", MonitoredValue.PENDING, 3, "mirror-2", MonitoredValue.PENDING, 412);

    LevelChange change = POLICY.decide(seen, PolicyState.initial()).change();

    assertThat(change)
        .isEqualTo(
            new LevelChange(
                0,
                1,
                MonitoredValue.PENDING,
                "mirror-2",
                412,
                300,
                "the queue of pending requests at mirror-2 is 412 requests, at or above the primary"
                    + " threshold 300: mirroring becomes cheaper"));
  }

  @Test
  void shouldSayWhyItGoesBack() {
    LevelChange change =
        POLICY.decide(seen(7, "m", MonitoredValue.PENDING, 150), PolicyState.at(1, 0)).change();

    assertThat(change).isNotNull();
    assertThat(change.reason())
        .isEqualTo(
            "all monitored values are below primary − secondary, the nearest by the queue of pending"
                + " requests at m is 150 requests, below 200: mirroring is exact again");
  }

  @Test
  void shouldStayWhenNothingMonitoredIsReported() {
    assertThat(POLICY.decide(seen(1), PolicyState.at(1, 0)).change()).isNull();
    assertThat(POLICY.decide(seen(1, "a", MonitoredValue.CPU, 9), PolicyState.at(1, 0)).change())
        .isNull();
  }

  @Test
  void shouldGoBackWhenNothingIsMonitoredAnyMore() {
    var none = new ThresholdsPolicy(List.of(), 0);

    assertThat(none.decide(seen(1), PolicyState.at(1, 0)).next().level()).isZero();
  }

  @Test
  void shouldHoldAChangeForTheHoldTime() {
    var policy = new ThresholdsPolicy(List.of(new Threshold(MonitoredValue.CPU, 2, 1)), 1_000);
    PolicyState adapted =
        policy.decide(seen(5_000, "a", MonitoredValue.CPU, 2), PolicyState.initial()).next();

    assertThat(policy.decide(seen(5_999, "a", MonitoredValue.CPU, 0), adapted).change()).isNull();
    assertThat(policy.decide(seen(6_000, "a", MonitoredValue.CPU, 0), adapted).change())
        .isNotNull();
  }

  @Test
  void shouldNotWaitForAClockThatRanAhead() {
    var policy = new ThresholdsPolicy(List.of(new Threshold(MonitoredValue.CPU, 2, 1)), 1_000);
    PolicyState former = PolicyState.at(0, 3_600_000);

    assertThat(policy.decide(seen(5_000, "a", MonitoredValue.CPU, 2), former).change()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-1, 0", "NaN, 0", "Infinity, 0", "10, -1", "10, 11", "10, NaN"})
  void shouldRefuseThresholdsOutOfTheirRange(double primary, double secondary) {
    assertThatThrownBy(() -> new Threshold(MonitoredValue.READY, primary, secondary))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("ready");
  }

  @Test
  void shouldAgreeWithThePaperOnRandomSamples() {
    for (long seed = 0; seed < CASES; seed++) {
      var random = new Random(seed);
      List<Threshold> thresholds = thresholds(random);
      var policy = new ThresholdsPolicy(thresholds, 0);
      PolicyState state = PolicyState.initial();
      for (int i = 0; i < 20; i++) {
        Observation seen = new Observation(i, readings(random));
        double expected = naive(thresholds, seen, state.level());
        state = policy.decide(seen, state).next();
        assertThat(state.level()).as("seed %d, sample %d", seed, i).isEqualTo(expected);
      }
    }
  }

  private static List<Threshold> thresholds(Random random) {
    List<Threshold> thresholds = new ArrayList<>();
    for (MonitoredValue value : MonitoredValue.values()) {
      if (random.nextInt(3) == 0) {
        int primary = 1 + random.nextInt(10);
        thresholds.add(new Threshold(value, primary, random.nextInt(primary + 1)));
      }
    }
    return thresholds;
  }

  private static List<Reading> readings(Random random) {
    List<Reading> readings = new ArrayList<>();
    int scale = 1 + random.nextInt(12);
    for (String site : List.of("a", "b", "c")) {
      for (MonitoredValue value : MonitoredValue.values()) {
        if (random.nextInt(3) == 0) {
          readings.add(new Reading(site, value, random.nextInt(scale)));
        }
      }
    }
    return readings;
  }

  private static double naive(List<Threshold> thresholds, Observation seen, double level) {
    boolean reported = false;
    boolean reached = false;
    boolean allBelow = true;
    for (Threshold threshold : thresholds) {
      for (Reading reading : seen.readings()) {
        if (reading.value() == threshold.value()) {
          reported = true;
          reached |= reading.measured() >= threshold.primary();
          allBelow &= reading.measured() < threshold.primary() - threshold.secondary();
        }
      }
    }
    if (level == 0) {
      return reached ? 1 : 0;
    }
    return (reported && allBelow) || thresholds.isEmpty() ? 0 : 1;
  }
}
