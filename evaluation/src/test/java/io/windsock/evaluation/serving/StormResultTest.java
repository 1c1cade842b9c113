package io.windsock.evaluation.serving;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StormResultTest {
  @Test
  void shouldReadWhatTheProcessPrints() {
    assertThat(StormResult.parse("12.500 340.125 3 123456789 1.750"))
        .isEqualTo(new StormResult(12.5, 340.125, 3, 123_456_789, 1.75));
  }
}
