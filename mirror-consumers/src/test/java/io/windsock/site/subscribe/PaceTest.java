package io.windsock.site.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When rounds begin. */
class PaceTest {
  private final Pace pace = new Pace();

  @Test
  void shouldNotHoldTheFirstRound() {
    assertThat(pace.waitNs(-5)).isZero();
    assertThat(pace.conflates()).isFalse();
  }

  @ParameterizedTest(name = "a delivery of {0} ms: a round of {1} ms")
  @CsvSource({"10, 20, false", "49, 98, false", "50, 100, true", "3000, 5000, true"})
  void shouldLeaveTheEventLoopsHalfOfTheirTimeOrTwoSeconds(
      long tookMs, long lengthMs, boolean conflates) {
    long beganNs = Long.MAX_VALUE - 10; // the clock may pass its end
    pace.begin(beganNs);

    twice(TimeUnit.MILLISECONDS.toNanos(tookMs));

    assertThat(pace.waitNs(beganNs + 20)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(lengthMs) - 20);
    assertThat(pace.conflates()).isEqualTo(conflates);
  }

  @Test
  void shouldNotHoldRoundsThatAreShorterThanAWait() {
    pace.begin(0);

    twice(Pace.MIN_NS / 2 - 1);

    assertThat(pace.waitNs(0)).isZero();
  }

  @Test
  void shouldTakeOneLongDeliveryForAPause() {
    pace.begin(0);

    pace.delivered(TimeUnit.SECONDS.toNanos(1));

    assertThat(pace.lengthNs()).isZero();
  }

  @Test
  void shouldRecoverAsSoonAsDeliveryIsQuick() {
    pace.begin(0);
    twice(TimeUnit.SECONDS.toNanos(1));
    pace.delivered(0);

    assertThat(pace.waitNs(1)).isNegative();
  }

  private void twice(long tookNs) {
    pace.delivered(tookNs);
    pace.delivered(tookNs);
  }
}
