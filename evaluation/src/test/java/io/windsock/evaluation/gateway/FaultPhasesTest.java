package io.windsock.evaluation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.calls.tally.CallsResult;
import io.windsock.testbed.calls.tally.Counts;
import io.windsock.testbed.calls.tally.IntervalResult;
import io.windsock.testbed.calls.tally.Latency;
import io.windsock.testbed.process.Host;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultPhasesTest {
  private static final Instant BEGAN = Instant.parse("2026-11-28T12:00:00.500Z");

  private final List<IntervalResult> intervals = new ArrayList<>();
  private long due;
  private long inTime;

  /** Adds a second of 1,000 calls. */
  private void second(long missed) {
    intervals.add(
        new IntervalResult(
            intervals.size() * 1_000L,
            counts(1_000, 1_000 - missed),
            new Latency(1, 1, 1, 1, 1, 1)));
    due += 1_000;
    inTime += 1_000 - missed;
  }

  private static Counts counts(long due, long inTime) {
    return new Counts(due, inTime, 0, due - inTime, 0, 0, 0, 0, 0, 0);
  }

  private Map<String, Double> values(double faultSeconds) {
    return new FaultPhases(counts(due, inTime), intervals, faultSeconds).values();
  }

  /** Returns the result of a load that began at a time. */
  private CallsResult result(Instant began) {
    return new CallsResult(
        Host.current(),
        "test",
        began.toString(),
        new CallsResult.Load(List.of(), "links", 1_000, "poisson", 1, 100, "numbers", 0),
        null,
        null,
        List.of(),
        due / 1e3,
        counts(due, inTime),
        1,
        new Latency(1, 1, 1, 1, 1, 1),
        new CallsResult.Generator(1, 1, 0),
        null,
        List.of(),
        intervals);
  }

  @Test
  void shouldTellCallsMissedBeforeTheFaultFromThoseSince() {
    second(30);
    second(5);
    second(0);
    second(40);

    Map<String, Double> values = values(2.2);

    assertThat(values)
        .containsEntry(FaultPhases.MISSED, 75.0)
        .containsEntry(FaultPhases.MISSED_PERCENT, 100 * 75.0 / 4_000)
        .containsEntry(FaultPhases.MISSED_BEFORE, 35.0)
        .containsEntry(FaultPhases.MISSED_SINCE_PERCENT, 100 * 40.0 / 2_000)
        .containsEntry(FaultPhases.FAULT_SECONDS, 2.2);
  }

  /** A generator that takes half a second longer to begin shifts the fault in its seconds. */
  @Test
  void shouldTakeTheFaultsTimeFromTheGeneratorsBeginning() {
    second(30);
    second(5);
    Instant fault = BEGAN.plusMillis(1_300);

    FaultPhases early = FaultPhases.of(result(BEGAN), fault);
    FaultPhases late = FaultPhases.of(result(BEGAN.plusMillis(500)), fault);

    assertThat(early.faultSeconds()).isEqualTo(1.3);
    assertThat(early.values()).containsEntry(FaultPhases.MISSED_BEFORE, 30.0);
    assertThat(late.faultSeconds()).isEqualTo(0.8);
    assertThat(late.values()).containsEntry(FaultPhases.MISSED_BEFORE, 0.0);
  }

  /** The deadline is 100 ms. */
  @Test
  void shouldCountASecondWhoseLastCallsWerePendingAgainstTheFault() {
    second(30);
    second(5);

    assertThat(values(1.099)).containsEntry(FaultPhases.MISSED_BEFORE, 0.0);
    assertThat(values(1.1)).containsEntry(FaultPhases.MISSED_BEFORE, 30.0);
  }

  @Test
  void shouldHaveNoShareWhereNoCallWasDue() {
    second(30);

    assertThat(values(9))
        .containsEntry(FaultPhases.MISSED_BEFORE, 30.0)
        .containsEntry(FaultPhases.MISSED_SINCE_PERCENT, 0.0);
  }
}
