package io.windsock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.testbed.audit.Summary;
import org.junit.jupiter.api.Test;

class DrainedDemoTest {
  @Test
  void shouldTellNoDelayWhereNothingWasSent() {
    assertThat(DrainedDemo.delay(new Summary.Delay(0, 0, 0, 0))).doesNotContain("ms");
    assertThat(DrainedDemo.delay(new Summary.Delay(12, 34, 56, 7)))
        .isEqualTo("update delay p50 12 ms, p99 34 ms, max 56 ms");
  }
}
