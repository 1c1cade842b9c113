package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstLoadTest {
  @ParameterizedTest
  @CsvSource({
    "280, 0.95, 350",
    "280, 0.56, 350",
    "280, 0.55, 280",
    "280, 0.50, 280",
    "280, 0.40, 280",
    "280, 0.39, 238",
    "350, 0.95, 370",
    "370, 0.95, 370"
  })
  void shouldStepTowardsRequestsThatLeaveAboutHalf(double requests, double left, double next) {
    assertThat(BurstLoad.next(requests, left)).isCloseTo(next, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"4000, 10000, 5800", "4800, 10000, 6960", "5000, 10000, 7000", "11000, 10000, 7000"})
  void shouldOverloadTheNodeInBurstsAlone(double beside, double full, double events) {
    assertThat(BurstLoad.events(beside, full)).isCloseTo(events, within(1e-9));
  }
}
