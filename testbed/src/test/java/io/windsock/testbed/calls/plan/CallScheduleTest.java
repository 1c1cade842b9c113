package io.windsock.testbed.calls.plan;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class CallScheduleTest {
  private static final int CALLS = 100_000;

  @Test
  void shouldKeepEqualDistancesWithoutDrift() {
    CallSchedule schedule = new CallSchedule(Arrivals.uniform, 30_000, 1);
    for (int i = 0; i < CALLS; i++) {
      assertThat(schedule.nextNs()).isEqualTo(Math.round(i / 30_000.0 * 1e9));
    }
  }

  /** The sum of n exponential gaps has the relative deviation 1/√n; five of them are allowed. */
  @Property(tries = 20)
  void shouldKeepTheRateOfIndependentCalls(
      @ForAll long seed, @ForAll @DoubleRange(min = 1, max = 1e6) double perSecond) {
    CallSchedule schedule = new CallSchedule(Arrivals.poisson, perSecond, seed);
    long last = 0;
    long shortGaps = 0;
    for (int i = 0; i < CALLS; i++) {
      long next = schedule.nextNs();
      assertThat(next).isGreaterThanOrEqualTo(last);
      shortGaps += (next - last) * perSecond / 1e9 < Math.log(2) ? 1 : 0;
      last = next;
    }
    assertThat(last * perSecond / 1e9).isBetween(CALLS * 0.984, CALLS * 1.016);
    // Half of the gaps of a Poisson process are shorter than ln 2 of the mean one.
    assertThat(shortGaps).isBetween((long) (CALLS * 0.49), (long) (CALLS * 0.51));
  }

  @Test
  void shouldRepeatItselfForASeed() {
    CallSchedule one = new CallSchedule(Arrivals.poisson, 100, 7);
    CallSchedule same = new CallSchedule(Arrivals.poisson, 100, 7);
    CallSchedule other = new CallSchedule(Arrivals.poisson, 100, 8);
    long first = one.nextNs();

    assertThat(same.nextNs()).isEqualTo(first);
    assertThat(other.nextNs()).isNotEqualTo(first);
  }
}
