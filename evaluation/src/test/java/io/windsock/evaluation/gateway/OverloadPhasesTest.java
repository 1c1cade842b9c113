package io.windsock.evaluation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.calls.tally.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverloadPhasesTest {
  private static final double PEAK = 1_600;

  private final List<IntervalResult> steady = new ArrayList<>();

  /** Adds a second of 500 calls. */
  private void second(long inTime, long busy, double p99Ms) {
    steady.add(
        new IntervalResult(
            steady.size() * 1_000L,
            counts(500, inTime, busy),
            new Latency(500, 1, 1, p99Ms, p99Ms, p99Ms)));
  }

  private static Counts counts(long due, long inTime, long busy) {
    return new Counts(due, inTime, 0, due - inTime - busy, busy, 0, 0, 0, 0, 0);
  }

  private Map<String, Double> values(Counts further, double from, double to) {
    return new OverloadPhases(steady, further, from, to).values(PEAK);
  }

  @Test
  void shouldCountAdmittedCallsOfBothLoads() {
    second(500, 0, 4);
    second(500, 0, 4);
    second(100, 400, 50);
    second(100, 400, 50);
    second(500, 0, 4);

    Map<String, Double> values = values(counts(3_000, 1_700, 1_200), 2, 4);

    assertThat(values.get(OverloadPhases.IN_TIME)).isEqualTo(100.0 * 1_900 / 2_000);
    assertThat(values.get(OverloadPhases.SHED)).isEqualTo(100.0 * 2_000 / 4_000);
    assertThat(values.get(OverloadPhases.GOODPUT)).isEqualTo(100.0 * (100 + 850) / PEAK);
    assertThat(values.get(OverloadPhases.GOODPUT_RATE)).isEqualTo(100 + 850);
    assertThat(values.get(OverloadPhases.BEFORE)).isEqualTo(4);
    assertThat(values.get(OverloadPhases.RECOVERY)).isZero();
  }

  @Test
  void shouldMeasureUntilLatenciesAreNormal() {
    second(500, 0, 15);
    second(0, 500, 90);
    second(500, 0, 60);
    second(500, 0, 31);
    second(500, 0, 30);

    Map<String, Double> values = values(counts(1_000, 500, 500), 1, 2);

    assertThat(values.get(OverloadPhases.RECOVERY)).isEqualTo(2);
  }

  @Test
  void shouldMeasureUntilHardlyACallIsRefused() {
    second(500, 0, 4);
    second(0, 500, 90);
    second(500, 0, 4);
    second(498, 1, 4);
    second(500, 0, 4);

    Map<String, Double> values = values(counts(1_000, 500, 500), 1, 2);

    assertThat(values.get(OverloadPhases.RECOVERY)).isEqualTo(2);
  }

  @Test
  void shouldLeaveOutSecondsThatBothLoadsShareInPart() {
    second(500, 0, 4);
    second(500, 0, 40);
    second(250, 250, 40);
    second(500, 0, 40);
    second(500, 0, 4);

    Map<String, Double> values = values(counts(1_000, 250, 750), 1.5, 3.5);

    assertThat(values.get(OverloadPhases.BEFORE)).isEqualTo(4);
    assertThat(values.get(OverloadPhases.IN_TIME)).isEqualTo(100);
    assertThat(values.get(OverloadPhases.RECOVERY)).isZero();
  }

  @Test
  void shouldHaveNoShareWhereNothingWasAdmitted() {
    second(500, 0, 4);
    second(0, 500, 4);

    Map<String, Double> values = values(counts(100, 0, 100), 1, 2);

    assertThat(values.get(OverloadPhases.IN_TIME)).isZero();
    assertThat(values.get(OverloadPhases.GOODPUT)).isZero();
  }
}
