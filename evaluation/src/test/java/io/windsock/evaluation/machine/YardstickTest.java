package io.windsock.evaluation.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class YardstickTest {
  private final Yardstick yardstick = new Yardstick();

  @Test
  void shouldHaveATimeForEachMeasurement() {
    yardstick.measure();
    yardstick.measure();
    yardstick.measure();

    assertThat(yardstick.isUsed()).isTrue();
    assertThat(yardstick.times().rounds()).isEqualTo(3);
    assertThat(yardstick.times().low()).isPositive();
  }

  @Test
  void shouldHaveNoTimesBeforeTheFirstMeasurement() {
    assertThat(yardstick.isUsed()).isFalse();
    assertThatThrownBy(yardstick::times).isInstanceOf(IllegalArgumentException.class);
  }
}
