package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstLoadTest {
  @ParameterizedTest
  @CsvSource({
    "400, 0.95, 520",
    "400, 0.71, 520",
    "400, 0.70, 400",
    "400, 0.60, 400",
    "400, 0.50, 400",
    "400, 0.49, 340",
    "500, 0.95, 550",
    "550, 0.95, 550"
  })
  void shouldStepTowardsRequestsThatLeaveHalfToSevenTenths(
      double requests, double left, double next) {
    assertThat(BurstLoad.next(requests, left)).isCloseTo(next, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"5000, 10000, 7250", "6000, 10000, 8700", "7000, 10000, 9000", "11000, 10000, 9000"})
  void shouldOverloadTheNodeInBurstsAlone(double beside, double full, double events) {
    assertThat(BurstLoad.events(beside, full)).isCloseTo(events, within(1e-9));
  }
}
