package io.windsock.evaluation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
  private static WarmUp after(WarmUp warmUp, double... seconds) {
    for (double run : seconds) {
      warmUp.add(run);
    }
    return warmUp;
  }

  @Test
  void shouldContinueWhileRunsGetFaster() {
    WarmUp warmUp = after(new WarmUp(2, 100), 4, 3, 2, 1.5, 1.2, 1);

    assertThat(warmUp.isFlat()).isFalse();
    assertThat(warmUp.isOver()).isFalse();
  }

  @Test
  void shouldEndWhenRunsTakeAsLongAsBefore() {
    WarmUp warmUp = after(new WarmUp(2, 100), 4, 3, 1, 1.1, 1.05, 1.02);

    assertThat(warmUp.isFlat()).isTrue();
    assertThat(warmUp.text()).startsWith("rates were flat after 6 runs");
  }

  @Test
  void shouldNotJudgeFewerRunsThanTwoWindows() {
    assertThat(after(new WarmUp(3, 100), 1, 1, 1, 1, 1).isOver()).isFalse();
  }

  @Test
  void shouldEndAfterTheMostRunsAndSayThatRatesWereNotFlat() {
    WarmUp warmUp = after(new WarmUp(2, 4), 4, 3, 2, 1);

    assertThat(warmUp.isOver()).isTrue();
    assertThat(warmUp.isFlat()).isFalse();
    assertThat(warmUp.text()).startsWith("rates were not flat after 4 runs; the first took 4.00 s");
  }
}
