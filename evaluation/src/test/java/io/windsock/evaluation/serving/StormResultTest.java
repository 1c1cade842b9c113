package io.windsock.evaluation.serving;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StormResultTest {
  @Test
  void shouldReadWhatTheProcessPrints() {
    assertThat(StormResult.parse("12.500 340.125 3 1.750 4567 2 timeout, 1 closed"))
        .isEqualTo(new StormResult(12.5, 340.125, 3, 1.75, 4_567, "2 timeout, 1 closed"));
  }

  @Test
  void shouldReadThatNothingWentWrong() {
    assertThat(StormResult.parse("1.000 2.000 0 0.500 0 ").errors()).isEmpty();
    assertThat(StormResult.parse("1.000 2.000 0 0.500 0").errors()).isEmpty();
  }
}
