package io.windsock.evaluation.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentMedianTest {
  @Test
  void shouldForgetWhatIsOld() {
    RecentMedian median = new RecentMedian();

    for (double value : new double[] {100, 200, 3, 1, 2}) {
      median.add(value);
    }
    assertThat(median.value()).isEqualTo(3);

    median.add(2);
    median.add(2);
    assertThat(median.value()).isEqualTo(2);
  }
}
