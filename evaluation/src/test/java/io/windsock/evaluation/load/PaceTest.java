package io.windsock.evaluation.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void shouldKeepEqualDistancesAtAConstantRate() {
    Pace pace = Pace.constant(200, Duration.ofSeconds(2));

    assertThat(pace.count()).isEqualTo(400);
    assertThat(pace.due(0)).isZero();
    assertThat(pace.due(1)).isCloseTo(0.005, within(1e-9));
    assertThat(pace.due(400)).isCloseTo(2, within(1e-9));
    assertThat(pace.perSecond(1.5)).isEqualTo(200);
  }

  /** Events are as dense as the rate says at any time, and all are due by the end. */
  @Property(tries = 300)
  void shouldRiseEvenly(
      @ForAll @DoubleRange(min = 10, max = 1e5) double from,
      @ForAll @DoubleRange(min = 1, max = 10) double factor,
      @ForAll @DoubleRange(min = 1, max = 60) double seconds,
      @ForAll @DoubleRange(min = 0, max = 1) double part) {
    Pace pace = new Pace(from, factor * from, seconds);
    long index = (long) (part * (pace.count() - 1));
    double distance = pace.due(index + 1) - pace.due(index);
    double middle = (pace.due(index + 1) + pace.due(index)) / 2;

    assertThat(distance * pace.perSecond(middle)).isCloseTo(1, within(1e-6));
    assertThat(pace.due(pace.count())).isCloseTo(seconds, within(1 / from));
  }

  @Test
  void shouldRefuseARateThatFalls() {
    assertThatThrownBy(() -> new Pace(2, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Pace(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
