package io.windsock.evaluation.mirroring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstLoadTest {
  @ParameterizedTest
  @CsvSource({
    "280, 0.95, 350",
    "280, 0.55, 350",
    "280, 0.54, 280",
    "280, 0.40, 280",
    "280, 0.33, 280",
    "280, 0.32, 238",
    "350, 0.95, 370",
    "370, 0.95, 370"
  })
  void shouldStepTowardsRequestsThatLeaveRoomForTheOverload(
      double requests, double left, double next) {
    assertThat(BurstLoad.next(requests, left)).isCloseTo(next, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"3300, 10000, 3960", "5400, 10000, 6480", "5500, 10000, 6500", "11000, 10000, 6500"})
  void shouldOverloadTheNodeInBurstsAlone(double beside, double full, double events) {
    assertThat(BurstLoad.events(beside, full)).isCloseTo(events, within(1e-9));
  }
}
