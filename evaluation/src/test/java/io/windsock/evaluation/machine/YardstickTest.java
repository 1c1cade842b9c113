package io.windsock.evaluation.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YardstickTest {
  @Test
  void shouldTakeSomeTime() {
    assertThat(new Yardstick().measure()).isPositive();
  }
}
